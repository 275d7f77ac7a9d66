import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  // The admin of portal A is one of portal B too.
  await run(sql`insert into memberships (portal_id, user_id, is_admin) values (${app.portal("b").id}, ${admin.userId}, true)`);
  await run(
    sql`insert into role_assignments (portal_id, user_id, role, scope) values (${app.portal("b").id}, ${admin.userId}, 'Admin', '{"kind": "portal"}')`,
  );
});
afterAll(() => app?.close());

const run = (statement: ReturnType<typeof sql>) => app.databases.inSystem("prepare a test", (db) => statement.execute(db));
const move = (ids: readonly number[], client = admin, portalId = app.portal("b").id) =>
  client.post("/rest/bulk", { kind: "move-portal", input: { portalId }, of: { ids } });
const doIt = async (runId: number, client = admin) => (await client.post(`/rest/bulk/${runId}/run`)).json();
const standing = (userId: number) =>
  app.databases.inSystem("read a test", async (db) => {
    const rows = await db.selectFrom("memberships").select(["portal_id", "status"]).where("user_id", "=", userId).execute();
    const of = (key: "a" | "b") => rows.find(({ portal_id }) => portal_id === app.portal(key).id)?.status ?? null;
    return [of("a"), of("b")];
  });

test("people move to another portal in one step, noted in both, and come back by undo unless they have used it (FIND-2, INV-9)", async () => {
  const [plain, known, used, there] = await Promise.all([app.aPerson("a"), app.aPerson("a"), app.aPerson("a"), app.aPerson("a")]);
  await run(
    sql`insert into memberships (portal_id, user_id, status) values (${app.portal("b").id}, ${known.id}, 'suspended'), (${app.portal("b").id}, ${there.id}, 'active')`,
  );
  await run(sql`update memberships set status = 'suspended' where portal_id = ${app.portal("a").id} and user_id = ${there.id}`);
  const session = await app.signInAs(plain, "a");
  const told = (await move([plain.id, known.id, used.id, there.id, admin.userId])).json();
  expect(told).toMatchObject({ title: "Move 3 people to Portal B", total: 5, changes: 3, isFinal: false });
  expect(told.leftOut.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(["Moved already", "You yourself"]);
  expect(told.sample.map(({ id, before, after }: { id: number; before: string; after: string }) => [id, before, after])).toEqual(
    expect.arrayContaining([
      [plain.id, "Active here, not in Portal B", "Deactivated here, active in Portal B"],
      [known.id, "Active here, deactivated in Portal B", "Deactivated here, active in Portal B"],
    ]),
  );
  expect(await standing(plain.id)).toEqual(["active", null]);
  const { jobId, result } = await doIt(told.runId);
  expect(result).toEqual({ done: 3, notDone: 0 });
  for (const { id } of [plain, known, used]) expect([id, await standing(id)]).toEqual([id, ["suspended", "active"]]);
  expect((await session.get("/rest/account")).statusCode).toBe(401);
  expect((await (await app.signInAs(used, "b")).get("/rest/account")).statusCode).toBe(200);
  const noted = await app.databases.inSystem("read a test", (db) =>
    db
      .selectFrom("audit_events")
      .select(["portal_id", "action"])
      .where("object_id", "=", plain.id)
      .where("object_kind", "=", "user")
      .orderBy("id")
      .execute(),
  );
  expect(noted).toEqual(
    expect.arrayContaining([
      { portal_id: app.portal("a").id, action: "moved_away" },
      { portal_id: app.portal("b").id, action: "moved_here" },
    ]),
  );

  const course = await app.aCourse("b");
  await app.anEnrolment("b", { courseId: course.id, userId: used.id });
  const undone = (await admin.post(`/rest/jobs/${jobId}/undo`)).json();
  expect(undone.facts).toEqual([
    { label: "Undone", value: "2" },
    { label: "Changed since and left alone", value: "1" },
  ]);
  expect(await standing(plain.id)).toEqual(["active", null]);
  expect(await standing(known.id)).toEqual(["active", "suspended"]);
  expect(await standing(used.id)).toEqual(["suspended", "active"]);
  const left = (await admin.get(`/rest/bulk/${told.runId}/rows?show=notUndone`)).json().rows;
  expect(left).toMatchObject([{ id: used.id, reason: "Has used Portal B since, or has something there" }]);
});

test("nobody moves people to a portal that they do not look after, at any step (security.md 1, 16)", async () => {
  const person = await app.aPerson("a");
  expect((await move([person.id], await app.signIn("manager", "a"))).statusCode).toBe(403);
  expect((await move([person.id], admin, app.portal("a").id)).json().errors).toMatchObject([{ code: "same_portal" }]);
  expect((await move([person.id], admin, 999_999)).json().errors).toMatchObject([{ code: "no_such_portal" }]);
  const other = await app.aPerson("a", { isAdmin: true });
  const client = await app.signInAs(other, "a");
  // Who is nobody there is not told that it is there.
  expect((await move([person.id], client)).json().errors).toMatchObject([{ code: "no_such_portal" }]);
  await run(sql`insert into memberships (portal_id, user_id, is_manager) values (${app.portal("b").id}, ${other.id}, true)`);
  expect((await move([person.id], client)).json()).toMatchObject({
    code: "not_admin_there",
    message: "Only an admin of Portal B brings people there.",
  });
  expect((await move([(await app.aPerson("b")).id])).statusCode).toBe(404);
  // Between preview and run they stop being an admin there.
  const { runId } = (await move([person.id])).json();
  await run(sql`update memberships set is_admin = false where portal_id = ${app.portal("b").id} and user_id = ${admin.userId}`);
  const refused = await admin.post(`/rest/bulk/${runId}/run`);
  expect([refused.statusCode, refused.json().code]).toEqual([403, "not_admin_there"]);
  expect(await standing(person.id)).toEqual(["active", null]);
  await run(sql`update memberships set is_admin = true where portal_id = ${app.portal("b").id} and user_id = ${admin.userId}`);
  // A system admin may, everywhere.
  const moved = (await move([person.id], await app.signIn("system", "a"))).json();
  expect(moved).toMatchObject({ changes: 1 });
});
