import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { holdersOf, permissionIds } from "#features/portal/permissions.ts";
import type { Db } from "#platform/db/connect.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const system = <T>(work: (db: Db) => Promise<T>) => app.databases.inSystem("look in a test", work);
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const forAll = { scope: { kind: "portal" }, startsAt: null, endsAt: null };
const grant = (by: Client, userId: number, role: string, terms: object = {}) =>
  by.post("/rest/roles", { userId, role, ...forAll, ...terms });
interface Row {
  id: number;
  userId: number;
  role: string;
  state: string;
  scope: object;
  groups: object[];
  grantedBy: string | null;
  startsAt: string;
  endsAt: string | null;
  mayChange: boolean;
}
const rowsOf = async (query: string, by = admin) => (await by.get(`/rest/roles${query}`)).json().rows as Row[];
const entriesOf = (userId: number) =>
  system((db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "actor_id", "before", "after"])
      .where("object_id", "=", userId)
      .where("action", "like", "role_%")
      .orderBy("id")
      .execute(),
  );
const aGroup = async (name: string) =>
  app.databases.inPeople(portalId(), "a test", (db) =>
    db.insertInto("groups").values({ portal_id: portalId(), name }).returning("id").executeTakeFirstOrThrow(),
  );

test("an admin grants, limits, removes and gives back a role; the next request of the person obeys each step", async () => {
  const person = await app.aPerson("a", { givenName: "Mara", familyName: "Nowak" });
  const client = await app.signInAs(person, "a");
  const mayManage = async () => (await client.get("/rest/people")).statusCode;
  expect(await mayManage()).toBe(403);
  const { id } = (await grant(admin, person.id, "Manager")).json() as { id: number };
  expect(await mayManage()).toBe(200);
  const group = await aGroup("Night shift");
  const limited = { scope: { kind: "groups", groupIds: [group.id] }, startsAt: null, endsAt: hours(48) };
  expect((await admin.put(`/rest/roles/${id}`, limited)).statusCode).toBe(200);
  expect(await rowsOf(`?role=Manager&person=${person.id}`)).toMatchObject([
    {
      id,
      state: "now",
      scope: limited.scope,
      groups: [{ id: group.id, name: "Night shift" }],
      grantedBy: "Admin A",
      endsAt: limited.endsAt,
      mayChange: true,
    },
  ]);
  expect(await mayManage()).toBe(200);
  expect((await admin.post(`/rest/roles/${id}/remove`)).statusCode).toBe(200);
  expect(await mayManage()).toBe(403);
  expect(await rowsOf(`?person=${person.id}`)).toEqual([]);
  expect(await rowsOf(`?person=${person.id}&state=ended`)).toMatchObject([{ id, state: "ended" }]);
  expect((await admin.put(`/rest/roles/${id}`, limited)).statusCode).toBe(200);
  expect(await mayManage()).toBe(200);
  expect(await rowsOf(`?person=${person.id}`)).toMatchObject([{ id, state: "now", endsAt: limited.endsAt }]);
  expect((await entriesOf(person.id)).map(({ action }) => action)).toEqual([
    "role_granted",
    "role_changed",
    "role_removed",
    "role_changed",
  ]);
  expect((await entriesOf(person.id))[0]).toMatchObject({
    actor_id: admin.userId,
    before: null,
    after: { role: "Manager", scope: { kind: "portal" } },
  });
});

test("a role that begins later is listed as such, and one that has not begun is taken back without a trace but in the audit log", async () => {
  const person = await app.aPerson("a");
  const { id } = (await grant(admin, person.id, "Author", { startsAt: hours(24), endsAt: hours(48) })).json() as { id: number };
  expect(await rowsOf(`?person=${person.id}`)).toMatchObject([{ state: "later" }]);
  expect((await (await app.signInAs(person, "a")).get("/rest/editor/courses")).statusCode).toBe(403);
  expect((await admin.post(`/rest/roles/${id}/remove`)).statusCode).toBe(200);
  expect(await rowsOf(`?person=${person.id}&state=ended`)).toEqual([]);
  expect((await admin.put(`/rest/roles/${id}`, forAll)).statusCode).toBe(404);
});

test("terms that make no sense are refused, with the field", async () => {
  const person = await app.aPerson("a");
  const group = await aGroup("Day shift");
  const foreign = await app.databases.inPeople(app.portal("b").id, "a test", (db) =>
    db
      .insertInto("groups")
      .values({ portal_id: app.portal("b").id, name: "Theirs" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const codeOf = async (role: string, terms: object) => {
    const reply = await grant(admin, person.id, role, terms);
    const { errors, code } = reply.json() as { errors?: { field: string; code: string }[]; code: string };
    return [reply.statusCode, errors?.map((one) => `${one.field}: ${one.code}`).join() ?? code];
  };
  const groups = (...groupIds: number[]) => ({ scope: { kind: "groups", groupIds } });
  expect(await codeOf("Author", groups(group.id))).toEqual([400, "scope: managers_only"]);
  expect(await codeOf("Manager", groups(group.id, foreign.id))).toEqual([400, "scope: unknown_group"]);
  expect(await codeOf("Manager", { endsAt: hours(-1) })).toEqual([400, "endsAt: ends_too_early"]);
  expect(await codeOf("Manager", { startsAt: hours(3), endsAt: hours(2) })).toEqual([400, "endsAt: ends_too_early"]);
  expect((await codeOf("Manager", groups()))[0]).toBe(400);
  expect((await codeOf("System", {}))[0]).toBe(400);
  expect((await codeOf("Manager", { scope: { kind: "everything" } }))[0]).toBe(400);
  expect((await grant(admin, person.id, "Manager", groups(group.id))).statusCode).toBe(200);
  expect(await codeOf("Manager", groups(group.id))).toEqual([409, "has_role"]);
  // The same role for other people, or at another time, is another assignment.
  expect((await grant(admin, person.id, "Manager")).statusCode).toBe(200);
});

test("nobody changes their own rights, a manager nobody's, and only a system admin those of a system admin (security.md 14, 16)", async () => {
  const manager = await app.signIn("manager", "a");
  const student = app.person("student", "a").id;
  for (const by of [manager, await app.signIn("author", "a"), await app.signIn("student", "a")]) {
    expect((await grant(by, student, "Author")).statusCode).toBe(403);
    expect((await grant(by, by.userId, "Admin")).statusCode).toBe(403);
    expect((await by.get("/rest/roles")).statusCode).toBe(403);
  }
  const own = await rowsOf(`?person=${admin.userId}`);
  expect(own).toMatchObject([{ role: "Admin", mayChange: false }]);
  for (const reply of [
    await grant(admin, admin.userId, "Author"),
    await admin.put(`/rest/roles/${own[0]?.id}`, { ...forAll, endsAt: hours(1) }),
    await admin.post(`/rest/roles/${own[0]?.id}/remove`),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([403, "own_rights"]);
  const hidden = await app.aPerson("a", { isAuthor: true });
  const held = await rowsOf(`?person=${hidden.id}`);
  await system((db) => db.updateTable("users").set({ is_system_admin: true }).where("id", "=", hidden.id).execute());
  expect(await rowsOf(`?person=${hidden.id}`)).toEqual([]);
  const absent = await grant(admin, 999_999_999, "Author");
  for (const reply of [await grant(admin, hidden.id, "Manager"), await admin.post(`/rest/roles/${held[0]?.id}/remove`)])
    expect([reply.statusCode, reply.json().message]).toEqual([404, absent.json().message]);
  const visitor = await app.signIn("system", "a");
  expect((await grant(visitor, hidden.id, "Manager")).statusCode).toBe(200);
});

test("people and assignments of another portal are not there (security.md 4, 29)", async () => {
  const theirs = await system((db) =>
    db.selectFrom("role_assignments").select("id").where("portal_id", "=", app.portal("b").id).executeTakeFirstOrThrow(),
  );
  for (const reply of [
    await grant(admin, app.person("student", "b").id, "Author"),
    await admin.put(`/rest/roles/${theirs.id}`, forAll),
    await admin.post(`/rest/roles/${theirs.id}/remove`),
    await admin.get(`/rest/roles/rights/${app.person("student", "b").id}`),
  ])
    expect(reply.statusCode).toBe(404);
  expect((await admin.get("/rest/roles/candidates?q=b.test")).json().rows).toEqual([]);
  // Before anything is typed, the first people are offered; the browser leaves an empty search out.
  const offered = await admin.get("/rest/roles/candidates");
  expect(offered.statusCode, offered.body).toBe(200);
  expect(offered.json()).toEqual((await admin.get("/rest/roles/candidates?q=")).json());
});

test("a portal keeps an admin: the last one without an end is neither removed nor limited, also of two at once", async () => {
  const visitor = await app.signIn("system", "b");
  const first = app.person("admin", "b").id;
  const idOf = async (userId: number) => (await rowsOf(`?role=Admin&person=${userId}`, visitor))[0]?.id;
  const only = await idOf(first);
  for (const reply of [
    await visitor.post(`/rest/roles/${only}/remove`),
    await visitor.put(`/rest/roles/${only}`, { ...forAll, endsAt: hours(5) }),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([409, "last_admin"]);
  // One who ends, and one who may not sign in, do not count.
  await grant(visitor, (await app.aPerson("b")).id, "Admin", { endsAt: hours(5) });
  await app.aPerson("b", { isAdmin: true, status: "suspended" });
  expect((await visitor.post(`/rest/roles/${only}/remove`)).statusCode).toBe(409);
  const second = await app.aPerson("b");
  await grant(visitor, second.id, "Admin");
  const [one, other] = await Promise.all([
    (await app.signInAs(app.person("admin", "b"), "b")).post(`/rest/roles/${await idOf(second.id)}/remove`),
    (await app.signInAs(second, "b")).post(`/rest/roles/${only}/remove`),
  ]);
  // The second of them finds that it is an admin no more, or that nobody would be left.
  expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, expect.toBeOneOf([403, 409])]);
});

test("who can do a thing and why: the assignments that give it, and what a person may, each with its reason (ROLE-5)", async () => {
  const person = await app.aPerson("a", { givenName: "Ines", familyName: "Klar", isAuthor: true });
  const { id } = (await grant(admin, person.id, "Manager", { endsAt: hours(10) })).json() as { id: number };
  await grant(admin, person.id, "Admin", { startsAt: hours(10) });
  const rights = (await admin.get(`/rest/roles/rights/${person.id}`)).json() as {
    permissions: { id: string; isAllowed: boolean; why: string; assignments: number[] }[];
    assignments: Row[];
  };
  const authors = rights.assignments.find(({ role }) => role === "Author")?.id;
  expect(Object.fromEntries(rights.permissions.map((one) => [one.id, [one.isAllowed, one.why, one.assignments]]))).toEqual({
    learn: [true, "everybody", []],
    ...Object.fromEntries(
      ["see-courses", "make-courses", "publish-courses", "export-courses", "test-packages"].map((one) => [one, [true, "roles", [authors]]]),
    ),
    ...Object.fromEntries(permissionIds.filter((one) => holdersOf(one).includes("Manager")).map((one) => [one, [true, "roles", [id]]])),
    "read-package-logs": [true, "roles", expect.toSatisfy((ids: number[]) => ids.length === 2 && ids.includes(id))],
    "grant-roles": [false, "roles", []],
    "look-as": [false, "roles", []],
    "keep-records": [false, "roles", []],
    "publish-with-barriers": [false, "roles", []],
    "approve-courses": [false, "roles", []],
    "change-portal-courses": [false, "roles", []],
    "arrange-catalog": [false, "roles", []],
    "move-people": [false, "roles", []],
    "set-passwords": [false, "roles", []],
    "reset-factors": [false, "roles", []],
    "share-fields": [false, "roles", []],
    "oversee-jobs": [false, "roles", []],
    "share-categories": [false, "roles", []],
    "limit-seats": [false, "roles", []],
    "see-identities": [false, "roles", []],
    "change-identities": [false, "roles", []],
    "see-portals": [false, "roles", []],
    "run-portals": [false, "roles", []],
    "change-settings": [false, "roles", []],
    "brand-portal": [false, "roles", []],
    announce: [false, "roles", []],
    "set-quick-links": [false, "roles", []],
    "arrange-widgets": [false, "roles", []],
    "open-portal": [false, "roles", []],
    "read-audit": [false, "roles", []],
    "read-mail": [false, "roles", []],
    "set-mail": [false, "roles", []],
    "set-webhooks": [false, "roles", []],
  });
  const who = async (permission: string) =>
    (await rowsOf(`?may=${permission}`)).filter(({ userId }) => userId === person.id).map(({ role, state }) => `${role} ${state}`);
  expect(await who("edit-people")).toEqual(["Manager now", "Admin later"]);
  expect(await who("make-courses")).toEqual(["Author now", "Admin later"]);
  expect(await who("grant-roles")).toEqual(["Admin later"]);
  await system((db) => db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", person.id).execute());
  const gone = (await admin.get(`/rest/roles/rights/${person.id}`)).json() as typeof rights;
  expect(gone.permissions.filter(({ isAllowed }) => isAllowed)).toEqual([]);
});

test("the export has the rows of the screen, and the groups in words (security.md 9)", async () => {
  const person = await app.aPerson("a", { givenName: "Ole", familyName: "=Lund" });
  const groups = [await aGroup("Export B"), await aGroup("Export A")];
  await grant(admin, person.id, "Manager", { scope: { kind: "groups", groupIds: groups.map(({ id }) => id) } });
  const rows = await rowsOf(`?q=Lund`);
  expect(rows).toHaveLength(1);
  const { body } = await admin.get(`/rest/roles/export.csv?q=Lund`);
  const lines = body.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`Ole =Lund,${person.email},Manager,"Export A; Export B",`);
});

test("the export has exactly the columns that are chosen, in their order, and all of an assignment while none are", async () => {
  const person = await app.aPerson("a", { givenName: "=Pia", familyName: "Columns" });
  await grant(admin, person.id, "Author", { startsAt: hours(72) });
  const lines = async (more: string) =>
    (await admin.get(`/rest/roles/export.csv?q=Columns${more}`)).body.replace("\uFEFF", "").trim().split("\r\n");
  expect(await lines("&columns=state,role,email")).toEqual(["Name,Status,Role,Email", `'=Pia Columns,Starts later,Author,${person.email}`]);
  expect((await lines(""))[0]).toBe("Name,Email,Role,For whom,Since (UTC),Until (UTC),Granted by,Deputy of");
  const unknown = await admin.get("/rest/roles/export.csv?columns=email,password");
  expect([unknown.statusCode, unknown.json().errors]).toMatchObject([400, [{ field: "columns", message: "This filter is not known." }]]);
});

test("fields of a person, and rights, are not set by the way (security.md 15)", async () => {
  const person = await app.aPerson("a");
  const before = await system((db) => db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow());
  const extras = {
    portalId: app.portal("b").id,
    isAdmin: true,
    is_system_admin: true,
    grantedBy: person.id,
    granted_by: person.id,
    roles: ["Admin"],
  };
  expect((await grant(admin, person.id, "Author", extras)).statusCode).toBe(200);
  expect(await system((db) => db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow())).toEqual(before);
  const { scope, ...rest } = (
    await system((db) => db.selectFrom("role_assignments").selectAll().where("user_id", "=", person.id).execute())
  )[0] as { scope: unknown; role: string; portal_id: number; granted_by: number };
  expect([scope, rest.role, rest.portal_id, rest.granted_by]).toEqual([{ kind: "portal" }, "Author", portalId(), admin.userId]);
});
