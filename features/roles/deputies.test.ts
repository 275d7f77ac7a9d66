import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deputyNamed } from "#features/notifications/events/deputy_named/deputy-named.ts";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Result } from "#platform/contract.ts";
import type { listAssignments, listDeputies, nameDeputy } from "./contract.ts";
import { applyDueRoles } from "./server/service.ts";

// ROLE-6: somebody stands in for a manager while they are away, with what the manager has and no more.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const ask = (by: Client, email: string, startsAt: string | null = null, endsAt = days(7)) =>
  by.post("/rest/roles/deputies", { email, startsAt, endsAt });
const refused = async (asked: ReturnType<Client["get"]>) => {
  const reply = await asked;
  const { code, errors } = reply.json() as { code: string; errors?: { field: string; code: string }[] };
  return [reply.statusCode, errors?.[0]?.code ?? code];
};
async function fine<T>(asked: ReturnType<Client["get"]>): Promise<T> {
  const reply = await asked;
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
}
const shown = (by: Client) => fine<Result<typeof listDeputies>>(by.get("/rest/roles/deputies"));
const end = (by: Client, id: number) => by.post(`/rest/roles/deputies/${id}/end`);
const named = async (...asked: Parameters<typeof ask>) => (await fine<Result<typeof nameDeputy>>(ask(...asked))).id;
const seen = async (by: Client) => {
  const reply = await by.get("/rest/people");
  return reply.statusCode === 200 ? (reply.json() as { rows: { id: number }[] }).rows.map(({ id }) => id) : reply.statusCode;
};
const aGroup = async (...members: number[]) =>
  app.databases.inPeople(portalId(), "a test", async (db) => {
    const { id } = await db
      .insertInto("groups")
      .values({ portal_id: portalId(), name: `Group ${Math.random()}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const user_id of members)
      await db.insertInto("group_members").values({ portal_id: portalId(), group_id: id, user_id, cause: "hand" }).execute();
    return id;
  });
/** A manager of one person, by a group. */
const aManager = async (terms: object = {}) => {
  const [person, own] = [await app.aPerson("a", { givenName: "Mara", familyName: "Nowak" }), await app.aPerson("a")];
  const groupId = await aGroup(own.id);
  const { id } = await fine<{ id: number }>(
    admin.post("/rest/roles", {
      userId: person.id,
      role: "Manager",
      scope: { kind: "groups", groupIds: [groupId] },
      startsAt: null,
      endsAt: null,
      ...terms,
    }),
  );
  return { ...person, own: own.id, groupId, assignmentId: id, client: await app.signInAs(person, "a") };
};
const aMember = async () => {
  const person = await app.aPerson("a", { givenName: "Ivo", familyName: "Lang" });
  return { ...person, client: await app.signInAs(person, "a") };
};
const entries = (userId: number) =>
  app.databases.inPortal(portalId(), (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "actor_id"])
      .where("object_id", "=", userId)
      .where("action", "like", "deputy%")
      .orderBy("id")
      .execute(),
  );

test("a deputy has what the manager has, from the next request on, is told, and has it no more once the manager ends it", async () => {
  const [manager, deputy] = [await aManager(), await aMember()];
  expect(await seen(deputy.client)).toBe(403);
  const id = await named(manager.client, deputy.email.toUpperCase());
  expect(await seen(deputy.client)).toEqual([manager.own]);
  expect(await shown(manager.client)).toMatchObject({
    canName: true,
    deputies: [{ id, userId: deputy.id, name: "Ivo Lang", hasBegun: true }],
    standsInFor: [],
  });
  expect(await shown(deputy.client)).toMatchObject({
    canName: false,
    deputies: [],
    standsInFor: [{ id, userId: manager.id, name: "Mara Nowak" }],
  });
  const bell = (await deputy.client.get("/rest/notifications")).json() as { rows: { title: string; lines: string[] }[] };
  expect(JSON.stringify(bell)).toContain("You stand in for Mara Nowak");
  const listed = await fine<Result<typeof listAssignments>>(admin.get(`/rest/roles?role=Manager&person=${deputy.id}`));
  expect(listed.rows).toMatchObject([{ id, deputyFor: { id: manager.id, name: "Mara Nowak" }, grantedBy: "Mara Nowak" }]);
  const csv = (await admin.get(`/rest/roles/export.csv?person=${deputy.id}&columns=role`)).body.trim().split("\r\n");
  expect(csv[1]).toBe('Ivo Lang,"Manager, stands in for Mara Nowak"');
  // Nobody changes what it is; it is not handed on.
  const terms = { scope: { kind: "portal" }, startsAt: null, endsAt: days(3) };
  expect(await refused(admin.put(`/rest/roles/${id}`, terms))).toEqual([409, "deputy"]);
  expect(await refused(ask(deputy.client, (await app.aPerson("a")).email))).toEqual([409, "manages_nobody"]);
  expect(await refused(ask(manager.client, deputy.email, days(2)))).toEqual([409, "has_deputy"]);

  await fine(end(manager.client, id));
  expect(await seen(deputy.client)).toBe(403);
  expect(await shown(manager.client)).toMatchObject({ deputies: [] });
  expect(await refused(end(manager.client, id))).toEqual([404, "not_found"]);
  expect(await entries(deputy.id)).toEqual([
    { action: "deputy_named", actor_id: manager.id },
    { action: "deputy_ended", actor_id: manager.id },
  ]);
});

test("the deputy and an admin end it too; nobody else does, in this portal or another", async () => {
  const manager = await aManager();
  const [one, other] = [await aMember(), await aMember()];
  const id = await named(manager.client, one.email);
  for (const stranger of [other.client, (await aManager()).client, await app.signIn("author", "a")])
    expect(await refused(end(stranger, id))).toEqual([404, "not_found"]);
  for (const role of ["admin", "manager", "system"] as const) expect((await end(await app.signIn(role, "b"), id)).statusCode).toBe(404);
  expect(await seen(one.client)).toEqual([manager.own]);
  await fine(end(one.client, id));
  expect(await seen(one.client)).toBe(403);
  const [second, third] = [await named(manager.client, one.email), await named(manager.client, other.email)];
  await fine(end(admin, second));
  await fine(admin.post(`/rest/roles/${third}/remove`));
  expect(await shown(manager.client)).toMatchObject({ deputies: [] });
  expect([await seen(one.client), await seen(other.client)]).toEqual([403, 403]);
});

test("whoever manages nobody names nobody; a deputy is another active member, for a time to come and a year at most", async () => {
  const manager = await aManager();
  const { email } = await app.aPerson("a");
  for (const role of ["student", "author"] as const) expect((await ask(await app.signIn(role, "a"), email)).statusCode).toBe(403);
  expect((await ask(app.anonymous("a"), email)).statusCode).toBe(401);
  // An admin is no manager by that, and gives the role itself.
  expect(await refused(ask(admin, email))).toEqual([409, "manages_nobody"]);
  const elsewhere = await app.aPerson("b");
  const away = await app.aPerson("a", { status: "suspended" });
  for (const nobody of [elsewhere.email, away.email, app.person("system", "a").email, "nobody@example.test"])
    expect(await refused(ask(manager.client, nobody))).toEqual([400, "no_such_person"]);
  expect(await refused(ask(manager.client, manager.email))).toEqual([400, "yourself"]);
  expect(await refused(ask(manager.client, email, null, days(-1)))).toEqual([400, "ends_too_early"]);
  expect(await refused(ask(manager.client, email, days(5), days(4)))).toEqual([400, "ends_too_early"]);
  expect(await refused(ask(manager.client, email, null, days(400)))).toEqual([400, "too_long"]);
  for (let nth = 0; nth < 5; nth++) await named(manager.client, (await app.aPerson("a")).email);
  expect(await refused(ask(manager.client, email))).toEqual([409, "too_many_deputies"]);
});

test("a deputy's days begin later, and are never longer than the manager's own", async () => {
  const manager = await aManager({ endsAt: days(3) });
  const deputy = await aMember();
  const id = await named(manager.client, deputy.email, days(1), days(9));
  expect(await seen(deputy.client)).toBe(403);
  const [share] = (await shown(manager.client)).deputies;
  expect(share).toMatchObject({ id, hasBegun: false });
  expect(Date.parse(share?.endsAt ?? "") - Date.parse(days(3))).toBeLessThan(60_000);
  await fine(end(deputy.client, id));
  expect(await shown(deputy.client)).toMatchObject({ standsInFor: [] });
  expect(await refused(ask(manager.client, deputy.email, days(4)))).toEqual([409, "manages_nobody"]);
});

test("a share of which nothing comes, because the manager's own days begin later, is seen and ended by both", async () => {
  const manager = await aManager({ endsAt: days(1) });
  const deputy = await aMember();
  const terms = { scope: { kind: "groups", groupIds: [manager.groupId] }, endsAt: null };
  const later = await fine<{ id: number }>(admin.post("/rest/roles", { userId: manager.id, role: "Manager", ...terms, startsAt: days(2) }));
  const begins = (startsAt: string) => fine(admin.put(`/rest/roles/${later.id}`, { ...terms, startsAt }));
  const [from, until] = [days(2), days(4)];
  const id = await named(manager.client, deputy.email, from, until);
  const bell = (await deputy.client.get("/rest/notifications")).json() as { rows: { to: string }[] };
  expect(bell.rows[0]).toMatchObject({ to: "/student/myAccount" });
  await begins(days(5));
  const idle = { id, startsAt: from, endsAt: until, hasBegun: false, isIdle: true };
  expect((await shown(manager.client)).deputies).toMatchObject([idle]);
  expect((await shown(deputy.client)).standsInFor).toMatchObject([idle]);
  const sooner = days(3);
  await begins(sooner);
  expect((await shown(deputy.client)).standsInFor).toMatchObject([{ ...idle, startsAt: sooner, isIdle: false }]);
  await begins(days(5));
  await fine(end(manager.client, id));
  expect((await shown(deputy.client)).standsInFor).toEqual([]);
  expect((await shown(manager.client)).deputies).toEqual([]);
  expect(await refused(end(deputy.client, id))).toEqual([404, "not_found"]);
});

test("what the manager loses, the deputy loses at once: another scope, a copy of the role, an end, the account", async () => {
  const manager = await aManager();
  const deputy = await aMember();
  const other = await app.aPerson("a");
  const newGroup = await aGroup(other.id);
  await named(manager.client, deputy.email);
  const change = (terms: object) => fine(admin.put(`/rest/roles/${manager.assignmentId}`, { startsAt: null, endsAt: null, ...terms }));
  const toNew = { scope: { kind: "groups", groupIds: [newGroup] } };
  await change(toNew);
  expect(await seen(deputy.client)).toEqual([other.id]);
  const { copyId } = await fine<{ copyId: number }>(
    admin.post("/rest/roles/copies", { of: "Manager", name: "Only looks", permissions: ["see-people"] }),
  );
  expect((await deputy.client.get("/rest/people/export.csv")).statusCode).toBe(200);
  await change({ ...toNew, copyId });
  expect(await seen(deputy.client)).toEqual([other.id]);
  expect((await deputy.client.get("/rest/people/export.csv")).statusCode).toBe(403);
  // Without the permission, nobody is named.
  expect((await ask(manager.client, other.email)).statusCode).toBe(403);
  await change({ ...toNew, copyId: null });
  await fine(admin.post(`/rest/roles/${manager.assignmentId}/remove`));
  expect(await seen(deputy.client)).toBe(403);
  expect(await shown(deputy.client)).toMatchObject({ standsInFor: [] });

  const second = await aManager();
  await named(second.client, deputy.email);
  await named(second.client, (await app.aPerson("a")).email, days(1));
  expect(await seen(deputy.client)).toEqual([second.own]);
  const become = (status: "active" | "suspended") =>
    app.databases.inPeople(portalId(), "a test", (db) =>
      db.updateTable("memberships").set({ status }).where("portal_id", "=", portalId()).where("user_id", "=", second.id).execute(),
    );
  await become("suspended");
  expect(await seen(deputy.client)).toBe(403);
  expect((await shown(deputy.client)).standsInFor).toEqual([]);
  // Back again in time, it goes on, also where what is stored of rights was brought up to date in between.
  await applyDueRoles(app.databases);
  expect(await seen(deputy.client)).toBe(403);
  await become("active");
  expect(await seen(deputy.client)).toEqual([second.own]);
});

test("when the days are over, the rights are, and nothing is left to look up", async () => {
  const [manager, deputy] = [await aManager(), await aMember()];
  const id = await named(manager.client, deputy.email);
  await app.databases.inSystem("a test", (db) =>
    sql`update role_assignments set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = ${id}`.execute(db),
  );
  expect(await seen(deputy.client)).toBe(403);
  await applyDueRoles(app.databases);
  const stored = await app.databases.inPortal(portalId(), (db) =>
    db.selectFrom("memberships").select(["is_manager", "roles_change_at"]).where("user_id", "=", deputy.id).executeTakeFirstOrThrow(),
  );
  expect(stored).toEqual({ is_manager: false, roles_change_at: null });
  expect(await seen(deputy.client)).toBe(403);
});

test("who reports to a manager is whom their deputy reaches, not who reports to the deputy; several roles are shared together", async () => {
  const field = await fine<{ id: number }>(
    admin.post("/rest/fields", {
      kind: "person",
      name: "Supervisor",
      help: "",
      ownAccess: "read",
      authorAccess: "hidden",
      managerAccess: "read",
      isRequired: false,
      isAskedAtSignIn: false,
      isUnique: false,
      isSensitive: false,
      pattern: null,
      patternSample: null,
      source: "local",
      settings: {},
      options: [],
    }),
  );
  const manager = await aManager({ scope: { kind: "reports", fieldId: field.id } });
  const deputy = await aMember();
  const [theirs, notTheirs] = [await app.aPerson("a"), await app.aPerson("a")];
  await app.databases.inPeople(portalId(), "a test", async (db) => {
    for (const [user_id, person_id] of [
      [theirs.id, manager.id],
      [notTheirs.id, deputy.id],
    ] as const)
      await db.insertInto("field_values").values({ portal_id: portalId(), field_id: field.id, user_id, person_id }).execute();
  });
  const groupId = await aGroup(manager.own);
  await fine(
    admin.post("/rest/roles", {
      userId: manager.id,
      role: "Manager",
      scope: { kind: "groups", groupIds: [groupId] },
      startsAt: null,
      endsAt: null,
    }),
  );
  const id = await named(manager.client, deputy.email);
  expect(new Set((await seen(deputy.client)) as number[])).toEqual(new Set([theirs.id, manager.own]));
  expect((await shown(deputy.client)).standsInFor).toHaveLength(1);
  await fine(end(deputy.client, id));
  expect(await seen(deputy.client)).toBe(403);
});

test("the letter leads to My account, whether the days have begun or not: whoever reads it later finds it there", () => {
  const teller = { say: (text: string) => text, moment: (at: string) => at } as never;
  for (const day of [-1, 1]) {
    const from = new Date(Date.now() + day * 86_400_000).toISOString();
    expect(deputyNamed.words(teller, { by: "Ana", from, until: from }).action.to).toBe("/student/myAccount");
  }
});
