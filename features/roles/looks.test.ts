import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Db } from "#platform/db/connect.ts";

// Looking at the portal as somebody else (USR-3; security.md 17, 24).

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const system = <T>(work: (db: Db) => Promise<T>) => app.databases.inSystem("look in a test", work);
const look = (client: Client, userId: number, writes = false, reason = "") => client.post("/rest/roles/looks", { userId, writes, reason });
const whoIs = async (client: Client) => {
  const reply = await client.get("/rest/environment/");
  return (reply.json() as { User: { Id: number; Email: string; IsAdmin: boolean }; Portals: unknown[] }).User;
};
const page = async (client: Client) => (await client.get("/v/student/dashboard")).body;
/** An admin of their own, and a learner in a course. */
async function two() {
  const admin = await app.signInAs(await app.aPerson("a", { givenName: "Alma", familyName: "Ade", isAdmin: true }), "a");
  const person = await app.aPerson("a", { givenName: "Lea", familyName: "Learner" });
  return { admin, person };
}

test("an admin sees what the person sees, says so on the page, changes nothing, and is themselves again at once", async () => {
  const { admin, person } = await two();
  expect((await look(admin, person.id)).json()).toEqual({ redirect: "/v/" });
  expect(await whoIs(admin)).toMatchObject({ Id: person.id, Email: person.email, IsAdmin: false });
  expect(await page(admin)).toContain("You are looking at this portal as Lea Learner. Nothing can be changed.");
  expect((await admin.get("/rest/roles")).statusCode).toBe(403);
  const course = await app.aCourse("a");
  const refused = await admin.post("/rest/enrolment/enrol", { courseId: course.id });
  expect([refused.statusCode, refused.json().code]).toEqual([403, "looking_as"]);
  const gone = await admin.get("/rest/roles/looks/end", { "sec-fetch-site": "same-origin" });
  expect([gone.statusCode, gone.headers.location]).toEqual([302, `/v/users/details/${person.id}`]);
  expect(await whoIs(admin)).toMatchObject({ Id: admin.userId, IsAdmin: true });
  expect(await page(admin)).not.toContain("look-banner");
  // Nobody else's page has the banner.
  expect(await page(await app.signInAs(person, "a"))).not.toContain("look-banner");
});

test("read-only, every write is refused but choosing a menu; with a reason, all but credentials, rights, other portals and learning", async () => {
  const { admin, person } = await two();
  const writes = app.server.routeTable.filter(
    ({ method, rule, path }) => !["GET", "HEAD"].includes(method) && rule !== "anonymous" && path.startsWith("/rest/"),
  );
  expect(writes.length).toBeGreaterThan(20);
  const refusedOf = async () => {
    const refused: string[] = [];
    for (const { method, path } of writes) {
      const url = path.replace(/:[A-Za-z]+/g, "1");
      const reply = await admin.request({
        method: method as "POST",
        url,
        headers: { host: "a.test", cookie: admin.cookie, origin: "http://a.test", "x-csrf-token": admin.csrf },
        payload: {},
      });
      if (reply.statusCode === 403 && (reply.json() as { code: string }).code === "looking_as") refused.push(path);
    }
    return refused;
  };
  await look(admin, person.id);
  expect(await refusedOf()).toEqual(writes.map(({ path }) => path).filter((path) => path !== "/rest/environment/updateCurrentRole"));
  await admin.get("/rest/roles/looks/end");
  expect((await look(admin, person.id, true)).json().errors).toMatchObject([{ field: "reason" }]);
  expect((await look(admin, person.id, true, "Enrols them by request")).statusCode).toBe(200);
  const refused = await refusedOf();
  for (const path of [
    "/rest/account/profile",
    "/rest/account/sessions/signOut",
    "/rest/environment/switchPortal",
    "/rest/roles",
    "/rest/roles/looks",
    "/rest/roles/:assignmentId/remove",
    "/rest/progress/launch",
    "/rest/progress/attempts/:attemptId/commits",
    "/rest/scorm/open",
    "/rest/bulk",
    "/rest/fields/mine",
    "/rest/groups",
    "/rest/groups/:groupId",
    "/rest/groups/:groupId/children",
    "/rest/lifecycle/export",
    "/rest/notifications/preferences",
    "/rest/people/:userId/passwordLink",
    "/rest/people/:userId/status",
    "/rest/roles/copies",
    "/rest/views",
  ])
    expect(refused).toContain(path);
  for (const path of ["/rest/enrolment/enrol", "/rest/dashboard/student/widgets"]) expect(refused).not.toContain(path);
  const password = await admin.post("/rest/auth/changePassword", {
    currentPassword: "correct-horse-battery",
    newPassword: "another-long-one-1",
  });
  expect([password.statusCode, password.json().code]).toEqual([403, "looking_as"]);
});

test("what is changed is recorded with both names, and the person can read who looked, why and when", async () => {
  const { admin, person } = await two();
  const course = await app.aCourse("a");
  await look(admin, person.id, true, "Asked by phone");
  expect((await admin.post("/rest/enrolment/enrol", { courseId: course.id })).statusCode).toBe(200);
  await admin.get("/rest/history/export.csv");
  await admin.get("/rest/roles/looks/end");
  const entries = await system((db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "actor_id", "as_id", "object_id", "after"])
      .where("actor_id", "=", admin.userId)
      .orderBy("id")
      .execute(),
  );
  expect(entries.slice(1)).toMatchObject([
    { action: "look_began", as_id: null, object_id: person.id, after: { writes: true, reason: "Asked by phone" } },
    { action: "changed_as", as_id: person.id, after: { call: "POST /rest/enrolment/enrol" } },
    { action: "exported", as_id: person.id },
    { action: "look_ended", as_id: person.id },
  ]);
  const own = (await (await app.signInAs(person, "a")).get("/rest/roles/looks")).json().rows as Record<string, string>[];
  expect(own).toMatchObject([{ by: "Alma Ade", writes: true, reason: "Asked by phone" }]);
  expect(Date.parse(own[0]?.["endedAt"] ?? "")).toBeLessThanOrEqual(Date.now());
});

test("never upward, never as oneself, never across portals, and by admins only", async () => {
  const { admin, person } = await two();
  const hidden = await app.aPerson("a");
  await system((db) => db.updateTable("users").set({ is_system_admin: true }).where("id", "=", hidden.id).execute());
  const suspended = await app.aPerson("a", { status: "suspended" });
  const statusOf = async (by: Client, id: number) => (await look(by, id)).statusCode;
  expect(await statusOf(admin, hidden.id)).toBe(404);
  expect(await statusOf(admin, admin.userId)).toBe(403);
  expect(await statusOf(admin, app.person("student", "b").id)).toBe(404);
  expect(await statusOf(admin, suspended.id)).toBe(409);
  expect(await statusOf(await app.signIn("system", "a"), hidden.id)).toBe(403);
  for (const role of ["student", "author", "manager"] as const) expect(await statusOf(await app.signIn(role, "a"), person.id)).toBe(403);
  // As another admin, nobody looks on as somebody else, and nobody changes their own rights by that way.
  const other = await app.aPerson("a", { isAdmin: true });
  expect(await statusOf(admin, other.id)).toBe(200);
  expect(await statusOf(admin, person.id)).toBe(403);
  expect(
    (await admin.post("/rest/roles", { userId: admin.userId, role: "Author", scope: { kind: "portal" }, startsAt: null, endsAt: null }))
      .statusCode,
  ).toBe(403);
  expect((await admin.get("/rest/environment/")).json().Portals).toEqual([]);
});

test("it ends with the right, with the person's membership, after an hour, and when they become a system admin, on the next request", async () => {
  const changes: ((ids: { admin: number; person: number; session: number }, db: Db) => Promise<unknown>)[] = [
    ({ admin }, db) => db.updateTable("memberships").set({ is_admin: false }).where("user_id", "=", admin).execute(),
    ({ person }, db) => db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", person).execute(),
    ({ person }, db) => db.updateTable("users").set({ is_system_admin: true }).where("id", "=", person).execute(),
    ({ admin }, db) =>
      db
        .updateTable("sessions")
        .set({ as_until: new Date(Date.now() - 1000) })
        .where("user_id", "=", admin)
        .execute(),
  ];
  for (const change of changes) {
    const { admin, person } = await two();
    await look(admin, person.id, true, "A test");
    expect((await whoIs(admin)).Id).toBe(person.id);
    await system((db) => change({ admin: admin.userId, person: person.id, session: 0 }, db));
    expect((await whoIs(admin)).Id).toBe(admin.userId);
    expect(await page(admin)).not.toContain("look-banner");
  }
  const { admin, person } = await two();
  await look(admin, person.id);
  await system((db) => db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", admin.userId).execute());
  expect((await admin.get("/rest/account")).statusCode).toBe(401);
});

test("a request cannot make a session look as somebody (security.md 14)", async () => {
  const { person } = await two();
  for (const set of [{ as_user_id: person.id }, { as_writes: true }, { as_until: new Date() }]) {
    const refused = await app.databases
      .inPortal(portalId(), (db) => db.updateTable("sessions").set(set).execute())
      .catch((error: { code?: string }) => error.code);
    expect(refused).toBe("42501");
  }
});

test("another site cannot end it", async () => {
  const { admin, person } = await two();
  await look(admin, person.id);
  expect((await admin.get("/rest/roles/looks/end", { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect((await whoIs(admin)).Id).toBe(person.id);
});
