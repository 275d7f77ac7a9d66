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
  for (const set of [{ as_user_id: person.id }, { as_role: "Admin" }, { as_copy_id: 1 }, { as_writes: true }, { as_until: new Date() }]) {
    const refused = await app.databases
      .inPortal(portalId(), (db) => db.updateTable("sessions").set(set).execute())
      .catch((error: { code?: string }) => error.code);
    expect(refused).toBe("42501");
  }
});

const lookAs = (client: Client, role: string, copyId?: number) => client.post("/rest/roles/looks/role", { role, copyId });

test("an admin sees the portal as whoever has only a role, read-only, with a banner, and both ends are noted (ROLE-5; security.md 17)", async () => {
  const { admin } = await two();
  const course = await app.aCourse("a");
  for (const [role, open, closed] of [
    ["Author", ["/rest/editor/courses"], ["/rest/people", "/rest/roles"]],
    ["Manager", ["/rest/people", "/rest/team"], ["/rest/editor/courses", "/rest/roles"]],
    ["Admin", ["/rest/people", "/rest/roles"], ["/rest/identities/1"]],
  ] as const) {
    expect((await lookAs(admin, role)).json()).toEqual({ redirect: "/v/" });
    expect(await whoIs(admin)).toMatchObject({
      Id: admin.userId,
      IsAuthor: role === "Author",
      IsManager: role === "Manager",
      IsAdmin: role === "Admin",
      IsSystemAdmin: false,
    });
    expect(await page(admin)).toContain(
      `You see this portal as somebody does who has only the role ${role === "Admin" ? "Administrator" : role}. Nothing can be changed.`,
    );
    for (const url of open) expect([role, url, (await admin.get(url)).statusCode]).toEqual([role, url, 200]);
    for (const url of closed) expect([role, url, (await admin.get(url)).statusCode]).toEqual([role, url, 403]);
    for (const [url, body] of [
      ["/rest/enrolment/enrol", { courseId: course.id }],
      ["/rest/bulk", { kind: "deactivate", input: {}, of: { ids: [admin.userId] } }],
      ["/rest/roles/looks/role", { role: "Admin" }],
    ] as const) {
      const refused = await admin.post(url, body);
      expect([url, refused.statusCode, refused.json().code]).toEqual([url, 403, "looking_as"]);
    }
    const gone = await admin.get("/rest/roles/looks/end", { "sec-fetch-site": "same-origin" });
    expect([gone.statusCode, gone.headers.location]).toEqual([302, "/v/users/roles"]);
    expect(await whoIs(admin)).toMatchObject({ IsAdmin: true, IsAuthor: false });
  }
  const noted = await system((db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("actor_id", "=", admin.userId)
      .where("action", "like", "role_look%")
      .orderBy("id")
      .execute(),
  );
  expect(noted.slice(0, 2)).toEqual([
    { action: "role_look_began", after: { role: "Author", copyId: null } },
    { action: "role_look_ended", after: null },
  ]);
  expect(noted).toHaveLength(6);
});

test("as a manager with the whole portal the same people are there, without system admins", async () => {
  const { admin, person } = await two();
  await lookAs(admin, "Manager");
  expect((await admin.get(`/rest/people/${person.id}`)).statusCode).toBe(200);
  expect((await admin.get("/rest/people?q=learner")).json().rows.map(({ id }: { id: number }) => id)).toContain(person.id);
  expect((await admin.get(`/rest/people/${app.person("system", "a").id}`)).statusCode).toBe(404);
});

test("a look as a copy has what the copy has at that moment, and ends with it", async () => {
  const { admin } = await two();
  const copy = await system((db) =>
    db
      .insertInto("role_copies")
      .values({ portal_id: portalId(), name: "Looks on", of_role: "Manager", permissions: ["see-people"] })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  expect((await lookAs(admin, "Author", copy.id)).statusCode).toBe(404);
  expect((await lookAs(admin, "Manager", copy.id)).statusCode).toBe(200);
  expect(await page(admin)).toContain("only the role Looks on.");
  expect((await admin.get("/rest/people")).statusCode).toBe(200);
  expect((await admin.get("/rest/people/export.csv")).statusCode).toBe(403);
  await system((db) =>
    db
      .updateTable("role_copies")
      .set({ permissions: ["see-people", "export-people"] })
      .where("id", "=", copy.id)
      .execute(),
  );
  expect((await admin.get("/rest/people/export.csv")).statusCode).toBe(200);
  await system((db) => db.updateTable("role_copies").set({ deleted_at: new Date() }).where("id", "=", copy.id).execute());
  expect(await whoIs(admin)).toMatchObject({ IsAdmin: true });
});

test("only admins in full look as a role, never beyond their portal, and who stops being one is themselves (security.md 17, 24)", async () => {
  for (const role of ["student", "author", "manager"] as const)
    expect((await lookAs(await app.signIn(role, "a"), "Author")).statusCode).toBe(403);
  const { admin } = await two();
  const foreign = await system((db) =>
    db
      .insertInto("role_copies")
      .values({ portal_id: app.portal("b").id, name: "Elsewhere", of_role: "Manager", permissions: ["see-people"] })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  expect((await lookAs(admin, "Manager", foreign.id)).statusCode).toBe(404);
  expect((await lookAs(admin, "System")).statusCode).toBe(400);
  await lookAs(admin, "Admin");
  await system((db) => db.updateTable("memberships").set({ is_admin: false }).where("user_id", "=", admin.userId).execute());
  expect(await whoIs(admin)).toMatchObject({ IsAdmin: false });
  expect((await admin.get("/rest/roles")).statusCode).toBe(403);
  const system1 = await app.signIn("system", "a");
  await lookAs(system1, "Manager");
  expect(await whoIs(system1)).toMatchObject({ IsSystemAdmin: false, IsManager: true, IsAdmin: false });
  expect((await system1.get("/rest/identities/1")).statusCode).toBe(403);
  await system((db) =>
    db
      .updateTable("sessions")
      .set({ as_until: new Date(Date.now() - 1000) })
      .where("user_id", "=", system1.userId)
      .execute(),
  );
  expect(await whoIs(system1)).toMatchObject({ IsSystemAdmin: true });
});

test("another site cannot end it", async () => {
  const { admin, person } = await two();
  await look(admin, person.id);
  expect((await admin.get("/rest/roles/looks/end", { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect((await whoIs(admin)).Id).toBe(person.id);
});
