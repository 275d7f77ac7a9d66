import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import type { RoleScope } from "#features/roles/scope.ts";
import { createLog } from "#platform/log.ts";

// Putting people into groups and taking them out: one by one, from lists, and who may (GRP-4, INV-9; security.md 9).

let app: TestApp;
let admin: Client;
let portalId: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  portalId = app.portal("a").id;
});
afterAll(() => app.close());

let count = 0;
const aGroup = async (): Promise<number> =>
  (await admin.post("/rest/groups", { name: `Filled ${++count}`, description: "", condition: null })).json().id;
const people = async (howMany: number, fields: object = {}) => {
  const made = [];
  for (let nth = 0; nth < howMany; nth++) made.push(await app.aPerson("a", fields));
  return made as [{ id: number; email: string }, ...{ id: number; email: string }[]];
};
const managerOf = async (...scopes: RoleScope[]) => {
  const person = await app.aPerson("a");
  await app.databases.inPeople(portalId, "a test", async (db) => {
    for (const scope of scopes)
      await db
        .insertInto("role_assignments")
        .values({ portal_id: portalId, user_id: person.id, role: "Manager", scope: JSON.stringify(scope) })
        .execute();
    await sql`select apply_roles(${portalId}, ${person.id})`.execute(db);
  });
  return app.signInAs(person, "a");
};
type Of = { ids: number[] } | { list: string; query: Record<string, string> };
const preview = (kind: string, input: object, of: Of, client = admin) => client.post("/rest/bulk", { kind, input, of });
const run = async (runId: number, client = admin) => (await client.post(`/rest/bulk/${runId}/run`)).json();
const act = async (kind: string, groupId: number, ids: number[], client = admin) => {
  const told = (await preview(kind, { groupId }, { ids }, client)).json();
  return { told, done: told.changes > 0 ? await run(told.runId, client) : null };
};
const members = async (groupId: number, client = admin) =>
  ((await client.get(`/rest/groups/${groupId}/members`)).json().rows as { id: number; cause: string | null }[])
    .map(({ id }) => id)
    .toSorted();
const keep = async (text: string, client = admin) => client.post("/rest/bulk/lists", { text });

test("people are put in and taken out, with history, audit and undo; through another group they stay", async () => {
  const [top, inside] = [await aGroup(), await aGroup()];
  await admin.put(`/rest/groups/${top}/children`, { ids: [inside] });
  const [ann, ben] = (await people(2, { familyName: "Findable" })).map(({ id }) => id) as [number, number];
  for (const q of ["", "?q=findab", "?q=find%20%27%26!%00"])
    expect((await admin.get(`/rest/groups/${inside}/candidates${q}`)).statusCode).toBe(200);
  const added = await act("add-to-group", inside, [ann, ben]);
  expect(added.told).toMatchObject({ total: 2, changes: 2, sample: [{ before: "Not in the group", after: "In the group" }, {}] });
  expect(added.done.result).toEqual({ done: 2, notDone: 0 });
  expect(await members(top)).toEqual([ann, ben].toSorted());
  const found = (await admin.get(`/rest/groups/${inside}/candidates?q=findab`)).json().rows as { id: number; isIn: boolean }[];
  expect(found.map(({ id, isIn }) => [id, isIn]).toSorted()).toEqual(
    [
      [ann, true],
      [ben, true],
    ].toSorted(),
  );
  // Again, there is nothing to do.
  expect((await act("add-to-group", inside, [ann])).told).toMatchObject({
    changes: 0,
    leftOut: [{ reason: "Already in the group", count: 1 }],
  });
  await act("add-to-group", top, [ann]);
  await act("remove-from-group", top, [ann]);
  expect(await members(top)).toEqual([ann, ben].toSorted());
  expect((await admin.post(`/rest/jobs/${added.done.jobId}/undo`)).json().facts).toEqual([{ label: "Undone", value: "2" }]);
  expect([await members(inside), await members(top)]).toEqual([[], []]);
  const history = (await admin.get(`/rest/groups/${inside}/history`)).json().rows as {
    userId: number;
    change: string;
    cause: string;
    by: string;
  }[];
  expect(history.filter(({ userId }) => userId === ann).map(({ change, cause }) => `${change} ${cause}`)).toEqual([
    "left undo",
    "joined hand",
  ]);
  const noted = await app.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("object_id", "=", ben)
      .where("action", "like", "group_%")
      .orderBy("id")
      .execute(),
  );
  expect(noted.map(({ action }) => action)).toEqual(["group_joined", "group_left"]);
  expect(noted[0]?.after).toMatchObject({ groupId: inside, cause: { kind: "bulk" } });
});

test("a list names people by address, external id and the part before the @; what it does not find is told, and other portals are unknown", async () => {
  const [ann, ben, cem, dup, twin] = await people(5);
  const foreign = await app.aPerson("b");
  await app.databases.inSystem("prepare a test", async (db) => {
    await db
      .updateTable("memberships")
      .set({ external_id: "HR-77" })
      .where("portal_id", "=", portalId)
      .where("user_id", "=", ben?.id ?? 0)
      .execute();
    await db
      .updateTable("users")
      .set({ email: "same.name@one.test" })
      .where("id", "=", dup?.id ?? 0)
      .execute();
    await db
      .updateTable("users")
      .set({ email: "same.name@two.test" })
      .where("id", "=", twin?.id ?? 0)
      .execute();
  });
  const local = cem?.email.split("@")[0] ?? "";
  const text = `Email;Name\r\n${ann.email.toUpperCase()};Ann\r\nHR-77\r\n${local}\r\n\r\n"${ann.email}"\r\nsame.name\r\nnobody@nowhere.test\r\n${foreign.email}\r\n`;
  const kept = (await keep(text)).json();
  expect(kept).toMatchObject({ found: 3, twice: 1, unknown: 2, several: 1 });
  expect(kept.left.map(({ words, fate }: { words: string; fate: string }) => `${words} ${fate}`)).toEqual([
    "same.name several",
    "nobody@nowhere.test unknown",
    `${foreign.email} unknown`,
  ]);
  const group = await aGroup();
  const told = (await preview("add-to-group", { groupId: group }, { list: "list", query: { list: String(kept.id) } })).json();
  expect(told).toMatchObject({ total: 3, changes: 3 });
  // A list belongs to whoever pasted it, and ends.
  const other = await app.signIn("manager", "a");
  expect((await preview("add-to-group", { groupId: group }, { list: "list", query: { list: String(kept.id) } }, other)).statusCode).toBe(
    404,
  );
  await app.databases.inPeople(portalId, "a test", (db) =>
    db
      .updateTable("people_lists")
      .set({ expires_at: new Date(0) })
      .where("id", "=", kept.id)
      .execute(),
  );
  expect((await preview("add-to-group", { groupId: group }, { list: "list", query: { list: String(kept.id) } })).statusCode).toBe(404);
  // The newest twenty are kept, also when many come at once.
  const many = await Promise.all(Array.from({ length: 30 }, () => keep(ann.email)));
  expect(many.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200));
  const { rows: own } = await app.databases.inPeople(portalId, "a test", (db) =>
    sql<{ count: number }>`select count(*)::int as count from people_lists where owner_id = ${admin.userId}`.execute(db),
  );
  expect(own).toEqual([{ count: 20 }]);
  const newest = Math.max(...many.map((reply) => reply.json().id as number));
  expect((await preview("add-to-group", { groupId: group }, { list: "list", query: { list: String(newest) } })).statusCode).toBe(200);
  for (const bad of ["", "  \n ", "Email\n"]) expect((await keep(bad)).statusCode).toBe(400);
  expect((await keep("x\n".repeat(20_001))).json().errors).toMatchObject([{ code: "too_many_lines" }]);
});

test("a list of six thousand, more than a call can name, is told and pinned at once; a group as large is edited by another list, by a job, and it is undone", async () => {
  const [group, above] = [await aGroup(), await aGroup()];
  await admin.put(`/rest/groups/${above}/children`, { ids: [group] });
  const addresses = Array.from({ length: 6_000 }, (_, nth) => `crowd${nth + 1}@groups.test`);
  await app.databases.inSystemUntimed("prepare a test", async (db) => {
    await sql`insert into users (email, given_name, family_name)
      select 'crowd' || n || '@groups.test', 'Crowd', n::text from generate_series(1, 6000) n`.execute(db);
    await sql`insert into memberships (portal_id, user_id) select ${portalId}, id from users where email like 'crowd%@groups.test'`.execute(
      db,
    );
  });
  const all = (await keep(addresses.join("\n"))).json();
  expect(all).toMatchObject({ found: 6_000, unknown: 0 });
  const told = (await preview("add-to-group", { groupId: group }, { list: "list", query: { list: String(all.id) } })).json();
  expect(told.changes).toBe(6_000);
  // What running that makes, without its thirty chunks.
  await app.databases.inSystemUntimed("prepare a test", (db) =>
    sql`with own as (insert into group_members (portal_id, group_id, user_id, cause)
        select ${portalId}, ${group}, id, 'hand' from users where email like 'crowd%@groups.test')
      insert into group_members (portal_id, group_id, user_id, via_ids)
      select ${portalId}, ${above}, id, array[${group}::bigint] from users where email like 'crowd%@groups.test'`.execute(db),
  );
  const [outsider] = await people(1);
  const most = (await keep([...addresses.slice(0, 5_900), outsider.email].join("\n"))).json();
  const swap = await preview(
    "replace-group-members",
    { groupId: group, listId: most.id },
    { list: "list-and-group", query: { list: String(most.id), group: String(group) } },
  );
  expect(swap.json()).toMatchObject({ total: 6_001, changes: 101 });
  const worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
  const inIt = async (id: number) => (await admin.get(`/rest/groups/${id}`)).json().members as number;
  const ended = (jobId: number) =>
    expect.poll(async () => (await admin.get(`/rest/jobs/${jobId}`)).json().state, { timeout: 60_000, interval: 100 }).toBe("done");
  try {
    const { jobId } = await run(swap.json().runId);
    await ended(jobId);
    expect([await inIt(group), await inIt(above)]).toEqual([5_901, 5_901]);
    await ended((await admin.post(`/rest/jobs/${jobId}/undo`)).json().id);
    expect([await inIt(group), await inIt(above)]).toEqual([6_000, 6_000]);
  } finally {
    await worker.stop();
  }
}, 120_000);

test("whoever looks after a group fills it with people in reach, and never widens their own rights (security.md 9)", async () => {
  const [mine, temporary, other] = [await aGroup(), await aGroup(), await aGroup()];
  const [ann, ben, outsider] = (await people(3)).map(({ id }) => id) as [number, number, number];
  await act("add-to-group", mine, [ann]);
  await act("add-to-group", temporary, [ben]);
  const manager = await managerOf({ kind: "groups", groupIds: [mine] }, { kind: "groups", groupIds: [temporary] });
  // Somebody out of reach is nobody; nor by address.
  expect((await preview("add-to-group", { groupId: mine }, { ids: [outsider] }, manager)).statusCode).toBe(404);
  const { email } = (await admin.get(`/rest/people/${outsider}`)).json();
  expect((await keep(email, manager)).json()).toMatchObject({ found: 0, unknown: 1 });
  // Nor a group out of reach.
  expect((await preview("add-to-group", { groupId: other }, { ids: [ann] }, manager)).statusCode).toBe(404);
  // Ben is theirs by another right, which may end; in this group he would stay theirs.
  expect((await act("add-to-group", mine, [ben], manager)).told).toMatchObject({
    changes: 0,
    leftOut: [{ reason: "Would stay among your people beyond your rights", count: 1 }],
  });
  // Nobody puts themselves anywhere, nor an admin.
  const both = await managerOf({ kind: "groups", groupIds: [mine, temporary] });
  expect((await act("add-to-group", mine, [ben], both)).done.result).toEqual({ done: 1, notDone: 0 });
  expect((await act("remove-from-group", mine, [ben], both)).done.result).toEqual({ done: 1, notDone: 0 });
  expect(await members(mine, both)).toEqual([ann]);
  // A right that was taken away between preview and run holds no more.
  const told = (await preview("remove-from-group", { groupId: mine }, { ids: [ann] }, both)).json();
  await app.databases.inPeople(portalId, "a test", (db) =>
    sql`update role_assignments set scope = ${JSON.stringify({ kind: "groups", groupIds: [temporary] })}::jsonb where user_id = ${both.userId}`.execute(
      db,
    ),
  );
  expect((await both.post(`/rest/bulk/${told.runId}/run`)).json()).toMatchObject({ result: { done: 0, notDone: 1 } });
  expect(await members(mine)).toEqual([ann]);
});

test("nobody is put into a group that is archived, dynamic, or of another portal", async () => {
  const [ann] = await people(1);
  const archived = await aGroup();
  await admin.post(`/rest/groups/${archived}/status`, { status: "archived" });
  expect((await preview("add-to-group", { groupId: archived }, { ids: [ann.id] })).json().code).toBe("not_active");
  const dynamic = (
    await admin.post("/rest/groups", { name: "By itself", description: "", condition: { kind: "status", is: "active" } })
  ).json().id;
  expect((await preview("add-to-group", { groupId: dynamic }, { ids: [ann.id] })).json().code).toBe("dynamic");
  const foreign = await (await app.signIn("admin", "b")).post("/rest/groups", { name: "Theirs", description: "", condition: null });
  expect((await preview("add-to-group", { groupId: foreign.json().id }, { ids: [ann.id] })).statusCode).toBe(404);
});
