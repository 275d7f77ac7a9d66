import * as pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { createLog } from "#platform/log.ts";

let app: TestApp;
let sql: pg.Client;
let manager: Client;
let admin: Client;
const workers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  app = await startTestApp();
  sql = new pg.Client(app.databaseUrl);
  await sql.connect();
  [manager, admin] = await Promise.all([app.signIn("manager", "a"), app.signIn("admin", "a")]);
  await sql.query(`insert into role_assignments (portal_id, user_id, role, scope)
    select portal_id, user_id, 'Manager', '{"kind": "portal"}' from memberships m where is_manager
      and not exists (select from role_assignments r where r.portal_id = m.portal_id and r.user_id = m.user_id)`);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

const work = async () => {
  workers.push(await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) }));
};
const people = async (count: number, key: "a" | "b" = "a") => {
  const made = [];
  for (let nth = 0; nth < count; nth++) made.push(await app.aPerson(key));
  return made;
};
/** Many with the same word in their names. */
const crowd = async (givenName: string, count: number) => {
  const ids = [];
  for (let nth = 0; nth < count; nth++) ids.push((await app.aPerson("a", { givenName, familyName: String(nth) })).id);
  return ids;
};
const preview = (client: Client, body: object) => client.post("/rest/bulk", body);
const deactivate = (ids: readonly number[], client = manager) => preview(client, { kind: "deactivate", input: {}, of: { ids } });
const run = async (client: Client, runId: number) => (await client.post(`/rest/bulk/${runId}/run`)).json();
const statuses = async (ids: readonly number[]) =>
  (
    await sql.query("select status from memberships where portal_id = $1 and user_id = any ($2) order by user_id", [
      app.portal("a").id,
      ids,
    ])
  ).rows.map(({ status }) => status as string);

test("a preview tells the exact effects, and changes nobody", async () => {
  const [one, two, gone] = await people(3);
  if (!one || !two || !gone) throw new Error("Nobody");
  await sql.query("update memberships set status = 'suspended' where user_id = $1", [gone.id]);
  const ids = [one.id, two.id, gone.id, app.person("admin", "a").id, manager.userId];
  const told = (await deactivate(ids)).json();
  expect(told).toMatchObject({ title: "Deactivate 2 people", total: 5, changes: 2 });
  expect(told.leftOut.map(({ reason, count }: { reason: string; count: number }) => `${count} ${reason}`).toSorted()).toEqual([
    "1 Already deactivated",
    "1 An administrator, whom managers do not change",
    "1 You yourself",
  ]);
  expect(told.sample).toHaveLength(2);
  expect(told.sample[0]).toMatchObject({ before: "Active", after: "Deactivated", outcome: "planned", reason: null });
  expect(await statuses([one.id, two.id])).toEqual(["active", "active"]);
  const rows = (await manager.get(`/rest/bulk/${told.runId}/rows`)).json();
  expect(rows).toMatchObject({ total: 5, all: 5 });
  expect((await manager.get(`/rest/bulk/${told.runId}/rows?show=leftOut`)).json().total).toBe(3);
});

test("few are changed in the request, noted with before, after and cause, and undone; what changed meanwhile is told and kept", async () => {
  const made = await people(3);
  const [one, two, three] = made;
  if (!one || !two || !three) throw new Error("Nobody");
  const ids = made.map(({ id }) => id);
  const session = await app.signInAs(one, "a");
  const { runId } = (await deactivate(ids)).json();
  const done = await run(manager, runId);
  expect(done.result).toEqual({ done: 3, notDone: 0 });
  expect(await statuses(ids)).toEqual(["suspended", "suspended", "suspended"]);
  expect((await session.get("/rest/account")).statusCode).toBe(401);
  // Pressed twice, it is done once.
  expect(await run(manager, runId)).toEqual(done);
  const noted = await sql.query("select actor_id, before, after from audit_events where action = 'member_deactivated' and object_id = $1", [
    one.id,
  ]);
  expect(noted.rows).toEqual([
    { actor_id: manager.userId, before: { status: "active" }, after: { status: "suspended", cause: { kind: "bulk", id: runId } } },
  ]);
  const job = (await manager.get(`/rest/jobs/${done.jobId}`)).json();
  expect(job).toMatchObject({ kind: "bulk", title: "Deactivate 3 people", state: "done", facts: [{ label: "Changed", value: "3" }] });
  expect(new Date(job.undoUntil).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);

  // Somebody brings one of them back by hand and gives another one a right.
  await sql.query("update memberships set status = 'active' where user_id = $1", [two.id]);
  await sql.query("update memberships set is_admin = true where user_id = $1", [three.id]);
  const undone = (await manager.post(`/rest/jobs/${done.jobId}/undo`)).json();
  expect(undone).toMatchObject({ title: "Undo: Deactivate 3 people", state: "done", undoUntil: null });
  expect(undone.facts).toEqual([
    { label: "Undone", value: "1" },
    { label: "Changed since and left alone", value: "2" },
  ]);
  expect(await statuses(ids)).toEqual(["active", "active", "suspended"]);
  const left = (await manager.get(`/rest/bulk/${runId}/rows?show=notUndone`)).json().rows;
  expect(left.map(({ id, reason }: { id: number; reason: string }) => [id, reason]).toSorted()).toEqual([
    [two.id, "Changed in the meantime"],
    [three.id, "An administrator, whom managers do not change"],
  ]);
  expect((await manager.get(`/rest/bulk/${runId}/rows/export.csv?show=notUndone`)).body.split("\r\n")).toHaveLength(4);
  // A second press gives the same job; the first is not undone twice.
  expect((await manager.post(`/rest/jobs/${done.jobId}/undo`)).json().id).toBe(undone.id);
  expect((await manager.post(`/rest/jobs/${undone.id}/undo`)).json().code).toBe("not_undoable");
});

test("whoever is not any more as the preview said is left alone and told", async () => {
  const made = await people(2);
  const ids = made.map(({ id }) => id);
  const { runId } = (await deactivate(ids)).json();
  await sql.query("update memberships set status = 'suspended' where user_id = $1", [ids[0]]);
  await sql.query("update memberships set is_admin = true where user_id = $1", [ids[1]]);
  expect((await run(manager, runId)).result).toEqual({ done: 0, notDone: 2 });
  expect(await statuses(ids)).toEqual(["suspended", "active"]);
  expect((await manager.get(`/rest/bulk/${runId}/rows?show=notDone`)).json().total).toBe(2);
});

test("all that match: the people of the preview are pinned, run as a job, and undone as a job", async () => {
  await work();
  const ids = await crowd("Pinned", 220);
  const told = (await preview(manager, { kind: "deactivate", input: {}, of: { list: "people", query: { q: "pinned" } } })).json();
  expect(told).toMatchObject({ total: 220, changes: 220 });
  const late = await crowd("Pinnedlater", 1);
  const begun = await run(manager, told.runId);
  expect(begun.result).toBeNull();
  const state = async (id: number) => (await manager.get(`/rest/jobs/${id}`)).json();
  await expect.poll(async () => (await state(begun.jobId)).state, { timeout: 20_000 }).toBe("done");
  expect(new Set(await statuses(ids))).toEqual(new Set(["suspended"]));
  expect(await statuses(late)).toEqual(["active"]);
  expect(await state(begun.jobId)).toMatchObject({ done: 220, total: 220, facts: [{ label: "Changed", value: "220" }] });
  expect((await run(manager, told.runId)).result).toEqual({ done: 220, notDone: 0 });
  await sql.query("update memberships set status = 'active' where user_id = any ($1)", [ids.slice(0, 5)]);
  const undoing = (await manager.post(`/rest/jobs/${begun.jobId}/undo`)).json();
  await expect.poll(async () => (await state(undoing.id)).state, { timeout: 20_000 }).toBe("done");
  expect((await state(undoing.id)).facts.map(({ value }: { value: string }) => value)).toEqual(["215", "5"]);
  expect(new Set(await statuses(ids))).toEqual(new Set(["active"]));
  expect(await state(begun.jobId)).toMatchObject({ undoUntil: null, undoneBy: undoing.id });
});

test("a job does nothing that its owner may not do any more", async () => {
  const ids = await crowd("Demoted", 60);
  const boss = await app.aPerson("a", { isAdmin: true });
  const client = await app.signInAs(boss, "a");
  const { runId } = (await deactivate(ids, client)).json();
  const { jobId } = await run(client, runId);
  await sql.query("update memberships set is_admin = false where user_id = $1", [boss.id]);
  await work();
  await expect.poll(async () => (await client.get(`/rest/jobs/${jobId}`)).json().state, { timeout: 20_000 }).toBe("failed");
  expect(new Set(await statuses(ids))).toEqual(new Set(["active"]));
});

describe("who may not", () => {
  test("security.md 5: one id out of scope refuses the whole call, whoever it is", async () => {
    const [mine] = await people(1);
    const [theirs] = await people(1, "b");
    if (!mine || !theirs) throw new Error("Nobody");
    const refused = await deactivate([mine.id, theirs.id]);
    const never = await deactivate([mine.id, 999_999_999]);
    const system = await deactivate([mine.id, app.person("system", "a").id]);
    for (const one of [refused, never, system]) expect([one.statusCode, one.json().code]).toEqual([404, "not_found"]);
    expect(await statuses([mine.id])).toEqual(["active"]);
  });

  test("security.md 24: who leaves the scope of whoever acted stands in the action without name, address and values", async () => {
    const boss = await app.aPerson("a");
    const [stays, leaves] = [
      await app.aPerson("a", { givenName: "Stays", familyName: "Here" }),
      await app.aPerson("a", { givenName: "Leaves", familyName: "Soon" }),
    ];
    const portalId = app.portal("a").id;
    const group = await sql.query("insert into groups (portal_id, name) values ($1, 'Reach of one') returning id::int", [portalId]);
    const groupId = group.rows[0].id as number;
    await sql.query(
      "insert into group_members (portal_id, group_id, user_id, cause) select $1, $2, id, 'hand' from unnest($3::bigint[]) id",
      [portalId, groupId, [stays.id, leaves.id]],
    );
    await sql.query("insert into role_assignments (portal_id, user_id, role, scope) values ($1, $2, 'Manager', $3)", [
      portalId,
      boss.id,
      { kind: "groups", groupIds: [groupId] },
    ]);
    await sql.query("select apply_roles($1, $2)", [portalId, boss.id]);
    const client = await app.signInAs(boss, "a");
    const { runId } = (await deactivate([stays.id, leaves.id], client)).json();
    const rows = `/rest/bulk/${runId}/rows`;
    const body = async () => (await client.get(rows)).body + (await client.get(`${rows}/export.csv`)).body;
    expect(await body()).toContain(leaves.email);
    await sql.query("delete from group_members where group_id = $1 and user_id = $2", [groupId, leaves.id]);
    const after = await body();
    for (const gone of [leaves.email, "Leaves"]) expect(after).not.toContain(gone);
    expect(after).toContain(stays.email);
    expect((await client.get(`${rows}?q=leaves`)).json().rows).toEqual([]);
    expect((await client.get(rows)).json()).toMatchObject({
      total: 2,
      rows: [
        { id: stays.id, name: "Stays Here" },
        { id: leaves.id, name: "–", email: "", before: "", after: "" },
      ],
    });
  });

  test("an admin sees what others did to many at once, and undoes it; whose it is takes its files and tries it again (ROLE-2)", async () => {
    const ids = (await people(2)).map(({ id }) => id);
    const { jobId } = await run(manager, (await deactivate(ids)).json().runId);
    type Shown = { id: number; owner: string | null; links: unknown[]; file: unknown; undoneBy: number | null };
    const listed = async (client: Client, query = "") => (await client.get(`/rest/jobs${query}`)).json<{ rows: Shown[] }>();
    const own = await listed(admin);
    expect(own.rows.some(({ id }) => id === jobId)).toBe(false);
    const shown = (await listed(admin, "/overseen")).rows.find(({ id }) => id === jobId);
    expect(shown).toMatchObject({ owner: expect.stringMatching(/\w/), links: [], file: null });
    expect((await listed(manager)).rows.find(({ id }) => id === jobId)?.owner).toBeNull();

    // Nobody else: a colleague, a learner, the admin of another portal.
    const other = await app.signInAs(await app.aPerson("a", { isManager: true }), "a");
    for (const client of [other, await app.signIn("student", "a"), await app.signIn("admin", "b")]) {
      expect((await client.get(`/rest/jobs/${jobId}`)).statusCode).toBe(404);
      for (const change of ["cancel", "undo", "retry", "putAway"])
        expect((await client.post(`/rest/jobs/${jobId}/${change}`)).statusCode).toBe(404);
    }
    expect((await other.get("/rest/jobs/overseen")).statusCode).toBe(403);
    for (const change of ["retry", "putAway"]) expect((await admin.post(`/rest/jobs/${jobId}/${change}`)).statusCode).toBe(404);
    expect((await admin.get(`/rest/jobs/${jobId}/file`)).statusCode).toBe(404);
    expect(await statuses(ids)).toEqual(["suspended", "suspended"]);

    const undone = (await admin.post(`/rest/jobs/${jobId}/undo`)).json<Shown>();
    expect([undone.owner, await statuses(ids)]).toEqual([null, ["active", "active"]]);
    const noted = await sql.query("select actor_id from audit_events where action = 'job_undone' and object_id = $1", [jobId]);
    expect(noted.rows).toEqual([{ actor_id: admin.userId }]);
    const told = (await manager.get("/rest/notifications")).json<{ rows: { subject: string }[] }>();
    expect(JSON.stringify(told)).toContain("Undone: Deactivate 2 people");
    // Who did it sees what became of it; undoing it again does nothing.
    expect((await manager.get(`/rest/jobs/${jobId}`)).json()).toMatchObject({ undoneBy: undone.id, undoUntil: null });
    expect((await manager.get(`/rest/jobs/${undone.id}`)).json()).toMatchObject({
      owner: expect.stringMatching(/\w/),
      title: "Undo: Deactivate 2 people",
    });
    expect((await manager.post(`/rest/jobs/${jobId}/undo`)).json()).toMatchObject({ id: undone.id });
    expect(await statuses(ids)).toEqual(["active", "active"]);
  });

  test("learners and authors act on nobody; an action is its owner's alone", async () => {
    const [one] = await people(1);
    if (!one) throw new Error("Nobody");
    for (const role of ["student", "author"] as const)
      expect((await deactivate([one.id], await app.signIn(role, "a"))).statusCode).toBe(403);
    const { runId } = (await deactivate([one.id])).json();
    for (const other of [admin, await app.signIn("manager", "b")]) {
      expect((await other.post(`/rest/bulk/${runId}/run`)).statusCode).toBe(404);
      expect((await other.get(`/rest/bulk/${runId}/rows`)).statusCode).toBe(404);
      expect((await other.get(`/rest/bulk/${runId}/rows/export.csv`)).statusCode).toBe(404);
    }
    expect(await statuses([one.id])).toEqual(["active"]);
  });

  test("what is asked for wrongly is refused by name", async () => {
    for (const body of [
      { kind: "explode", input: {}, of: { ids: [1] } },
      { kind: "deactivate", input: {}, of: { ids: [] } },
      { kind: "deactivate", input: {}, of: { list: "constructor", query: {} } },
      { kind: "deactivate", input: {}, of: { list: "people", query: { status: "none" } } },
    ])
      expect((await preview(manager, body)).statusCode).toBe(400);
    const nothing = (await preview(admin, { kind: "reactivate", input: {}, of: { ids: [app.person("student", "a").id] } })).json();
    expect(nothing).toMatchObject({ changes: 0, leftOut: [{ reason: "Already active", count: 1 }] });
    expect((await admin.post(`/rest/bulk/${nothing.runId}/run`)).json().code).toBe("nothing_to_do");
  });

  test("the time for undoing ends", async () => {
    const [one] = await people(1);
    const { runId } = (await deactivate([one?.id ?? 0])).json();
    const { jobId } = await run(manager, runId);
    await sql.query("update jobs set undo_until = now() - interval '1 second' where id = $1", [jobId]);
    expect((await manager.get(`/rest/jobs/${jobId}`)).json().undoUntil).toBeNull();
    expect((await manager.post(`/rest/jobs/${jobId}/undo`)).json().code).toBe("undo_over");
    // Nor is an undo tried again that was asked for in time and failed.
    const again = (await deactivate([(await people(1))[0]?.id ?? 0])).json();
    const { jobId: other } = await run(manager, again.runId);
    const undo = (await manager.post(`/rest/jobs/${other}/undo`)).json().id as number;
    await sql.query("update jobs set state = 'failed', result = null where id = $1", [undo]);
    await sql.query("update jobs set undo_until = now() - interval '1 second' where id = $1", [other]);
    const late = await manager.post(`/rest/jobs/${undo}/retry`);
    expect([late.statusCode, late.json().code]).toEqual([409, "undo_over"]);
    await sql.query("update jobs set undo_until = now() + interval '1 day' where id = $1", [other]);
    expect((await manager.post(`/rest/jobs/${undo}/retry`)).json().state).toBe("queued");
  });
});
