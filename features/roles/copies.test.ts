import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { copyable, type PermissionId } from "#features/portal/permissions.ts";
import type { Db } from "#platform/db/connect.ts";
import type { RoleScope } from "./scope.ts";

// Copies of roles with fewer permissions (ROLE-1). That each call asks for its permission is tested in app/security/limited.test.ts.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const portalId = () => app.portal("a").id;
const people = <T>(work: (db: Db) => Promise<T>) => app.databases.inPeople(portalId(), "a test", work);
let named = 0;
const copyOf = async (of: string, permissions: readonly PermissionId[], by = admin) => {
  const reply = await by.post("/rest/roles/copies", { of, name: `Copy ${++named}`, permissions });
  expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
  return (reply.json() as { copyId: number }).copyId;
};
const edit = (copyId: number, permissions: readonly PermissionId[], revision = 1) =>
  admin.put(`/rest/roles/copies/${copyId}`, { name: `Edited ${copyId}`, permissions, revision });
const give = (userId: number, role: string, copyId: number | null, scope: RoleScope = { kind: "portal" }) =>
  admin.post("/rest/roles", { userId, role, copyId, scope, startsAt: null, endsAt: null });
const holder = async (role: string, permissions: readonly PermissionId[], scope?: RoleScope) => {
  const copyId = await copyOf(role, permissions);
  const person = await app.aPerson("a");
  const reply = await give(person.id, role, copyId, scope);
  expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
  return { copyId, person, client: await app.signInAs(person, "a"), assignmentId: (reply.json() as { id: number }).id };
};
const aGroup = async (...members: number[]) =>
  people(async (db) => {
    const { id } = await db
      .insertInto("groups")
      .values({ portal_id: portalId(), name: `Group ${++named}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const user_id of members)
      await db.insertInto("group_members").values({ portal_id: portalId(), group_id: id, user_id, cause: "hand" }).execute();
    return id;
  });
const renamed = (client: Client, { id, email }: { id: number; email: string }) =>
  client.put(`/rest/people/${id}/profile`, { givenName: "New", familyName: "Name", email });

test("a copy is made, edited and removed; an edit counts on the next request of whoever has it", async () => {
  const learner = await app.aPerson("a");
  const { client, copyId, person, assignmentId } = await holder("Manager", ["see-people", "edit-people"]);
  const statuses = async () => [
    (await client.get("/rest/people")).statusCode,
    (await renamed(client, learner)).statusCode,
    (await client.get("/rest/people/export.csv")).statusCode,
  ];
  expect(await statuses()).toEqual([200, 200, 403]);
  expect((await edit(copyId, ["see-people", "export-people"])).statusCode).toBe(200);
  expect(await statuses()).toEqual([200, 403, 200]);
  // Who opened it before that edit is told, and changes nothing.
  expect((await edit(copyId, ["see-people"])).json()).toMatchObject({ code: "changed_meanwhile" });
  expect((await admin.post(`/rest/roles/copies/${copyId}/remove`)).json()).toMatchObject({ code: "role_held" });
  expect((await admin.post(`/rest/roles/${assignmentId}/remove`)).statusCode).toBe(200);
  expect(await statuses()).toEqual([403, 403, 403]);
  expect((await admin.post(`/rest/roles/copies/${copyId}/remove`)).statusCode).toBe(200);
  expect((await give(person.id, "Manager", copyId)).statusCode).toBe(404);
  expect((await edit(copyId, ["see-people"], 2)).statusCode).toBe(404);
  const actions = await app.databases.inSystem("look in a test", (db) =>
    db
      .selectFrom("audit_events")
      .select("action")
      .where("object_kind", "=", "role_copy")
      .where("object_id", "=", copyId)
      .orderBy("id")
      .execute(),
  );
  expect(actions.map(({ action }) => action)).toEqual(["role_copy_made", "role_copy_changed", "role_copy_removed"]);
});

test("security.md 14: a copy never has more than its role, and only whoever has all of Admin makes or gives one", async () => {
  const refused = async (of: string, permissions: readonly string[]) =>
    (await admin.post("/rest/roles/copies", { of, name: `Copy ${++named}`, permissions })).json() as { errors?: { code: string }[] };
  for (const [of, permissions] of [
    ["Manager", ["see-people", "read-audit"]],
    ["Manager", ["see-people", "grant-roles"]],
    ["Author", ["see-courses", "see-people"]],
    ["Admin", ["see-people", "grant-roles"]],
    ["Admin", ["see-people", "look-as"]],
    ["Admin", ["see-people", "keep-records"]],
  ] as const)
    expect(await refused(of, permissions)).toMatchObject({ errors: [{ field: "permissions" }] });
  expect(await refused("Manager", ["edit-people"])).toMatchObject({ errors: [{ field: "permissions" }] });
  expect((await admin.post("/rest/roles/copies", { of: "Manager", name: "x", permissions: ["fly"] })).statusCode).toBe(400);
  // All that a copy of Admin can have gives no right, to nobody, and no look.
  const { client, copyId, person } = await holder("Admin", copyable("Admin"));
  const other = await app.aPerson("a");
  for (const reply of [
    await client.post("/rest/roles", { userId: other.id, role: "Author", scope: { kind: "portal" }, startsAt: null, endsAt: null }),
    await client.post("/rest/roles/copies", { of: "Admin", name: "Mine", permissions: copyable("Admin") }),
    await client.put(`/rest/roles/copies/${copyId}`, { name: "Mine", permissions: copyable("Admin"), revision: 1 }),
    await client.post("/rest/roles/looks", { userId: other.id, writes: false, reason: "" }),
  ])
    expect(reply.statusCode).toBe(403);
  // It changes no admin, in full or by a copy, and not itself; so it works on people as a manager of the whole portal.
  expect((await renamed(client, app.person("admin", "a"))).statusCode).toBe(403);
  expect((await renamed(client, (await holder("Admin", ["see-people"])).person)).statusCode).toBe(403);
  expect((await renamed(client, person)).statusCode).toBe(403);
  expect((await renamed(client, other)).statusCode).toBe(200);
  const bulk = await client.post("/rest/bulk", {
    kind: "deactivate",
    input: {},
    of: { ids: [app.person("admin", "a").id, person.id, other.id] },
  });
  expect(bulk.json()).toMatchObject({ changes: 1 });
  // The last admin is one with the whole role.
  const { rows } = (await admin.get(`/rest/roles?role=Admin&person=${admin.userId}`)).json() as { rows: { id: number }[] };
  const visitor = await app.signIn("system", "a");
  expect((await visitor.post(`/rest/roles/${rows[0]?.id}/remove`)).json()).toMatchObject({ code: "last_admin" });
  // An import by such a person gives no role either.
  const canSetRoles = async (by: Client) => {
    const { id } = (await by.post("/rest/imports/paste", { text: "email\trole\nsomebody@example.com\tAdmin\n" })).json() as { id: number };
    return (await by.get(`/rest/imports/${id}`)).body.includes('"meaning":"roles"');
  };
  expect([await canSetRoles(admin), await canSetRoles(client)]).toEqual([true, false]);
});

test("security.md 8: what a copy lets somebody do for one group never reaches the people of another", async () => {
  const [one, two] = [await app.aPerson("a"), await app.aPerson("a")];
  const [groupOne, groupTwo] = [await aGroup(one.id), await aGroup(two.id)];
  const { client, person, copyId } = await holder("Manager", ["see-people", "edit-people"], { kind: "groups", groupIds: [groupOne] });
  const seeing = await copyOf("Manager", ["see-people", "deactivate-people"]);
  expect((await give(person.id, "Manager", seeing, { kind: "groups", groupIds: [groupTwo] })).statusCode).toBe(200);
  const seen = async () =>
    ((await client.get("/rest/people")).json() as { rows: { id: number }[] }).rows.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(await seen()).toEqual([one.id, two.id]);
  expect([(await renamed(client, one)).statusCode, (await renamed(client, two)).statusCode]).toEqual([200, 404]);
  const deactivate = async (id: number) =>
    (await client.post("/rest/bulk", { kind: "deactivate", input: {}, of: { ids: [id] } })).statusCode;
  expect([await deactivate(one.id), await deactivate(two.id)]).toEqual([404, 200]);
  // The whole role for one group widens nothing for the other.
  expect((await give(person.id, "Manager", null, { kind: "groups", groupIds: [groupTwo] })).statusCode).toBe(200);
  expect([(await renamed(client, one)).statusCode, (await renamed(client, two)).statusCode]).toEqual([200, 200]);
  expect((await client.get("/rest/people/export.csv")).body).not.toContain(one.email);
  expect((await edit(copyId, ["see-people"])).statusCode).toBe(200);
  expect([(await renamed(client, one)).statusCode, (await renamed(client, two)).statusCode]).toEqual([404, 200]);
});

test("security.md 14: who fills groups by one part of their rights widens no other part of them", async () => {
  const [mine, other, third] = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a")];
  const group = await aGroup(mine.id);
  const [above, free] = [await aGroup(), await aGroup()];
  await admin.put(`/rest/groups/${above}/children`, { ids: [group] });
  const byCondition = await admin.post("/rest/groups", {
    name: `Group ${++named}`,
    description: "",
    condition: { kind: "group", groupIds: [group] },
  });
  const filling = await copyOf("Manager", ["see-people", "fill-groups", "define-groups"]);
  const editing = await copyOf("Manager", ["see-people", "edit-people"]);
  const inGroup = { kind: "group" as const, groupIds: [group] };
  const put = async (client: Client, groupId: number, id: number, kind = "add-to-group") =>
    (await client.post("/rest/bulk", { kind, input: { groupId }, of: { ids: [id] } })).json() as {
      changes: number;
      leftOut: { reason: string }[];
    };
  const filler = async (...parts: [number | null, RoleScope][]) => {
    const person = await app.aPerson("a");
    expect((await give(person.id, "Manager", filling)).statusCode).toBe(200);
    for (const [copyId, scope] of parts) expect((await give(person.id, "Manager", copyId, scope)).statusCode).toBe(200);
    return app.signInAs(person, "a");
  };
  for (const scope of [
    { kind: "groups", groupIds: [group] },
    { kind: "groups", groupIds: [above] },
    { kind: "groups", groupIds: [(byCondition.json() as { id: number }).id] },
    { kind: "condition", condition: inGroup },
  ] satisfies RoleScope[]) {
    const client = await filler([editing, scope]);
    expect([(await renamed(client, mine)).statusCode, (await renamed(client, other)).statusCode]).toEqual([200, 404]);
    expect(await put(client, group, other.id)).toMatchObject({
      changes: 0,
      leftOut: [{ reason: "Would stay among your people beyond your rights" }],
    });
    expect(await put(client, free, other.id)).toMatchObject({ changes: 1 });
    // Nor by what the group is made of.
    expect((await client.put(`/rest/groups/${group}/children`, { ids: [free] })).json()).toMatchObject({ code: "own_group" });
    expect((await client.put(`/rest/groups/${free}/children`, { ids: [] })).statusCode).toBe(200);
  }
  const { id: dynamic, name } = byCondition.json() as { id: number; name: string };
  const redefine = async (client: Client) =>
    client.put(`/rest/groups/${dynamic}`, { name, description: "", condition: { kind: "status", is: "active" }, revision: 0 });
  expect((await redefine(await filler([editing, { kind: "groups", groupIds: [dynamic] }]))).json()).toMatchObject({ code: "own_group" });
  // Taking somebody out can widen as well.
  const outside = await filler([editing, { kind: "condition", condition: { kind: "none", of: [inGroup] } }]);
  expect(await put(outside, group, mine.id, "remove-from-group")).toMatchObject({ changes: 0 });
  // Whoever could do as much for everybody anyway widens nothing, and nor does a part beside one that names the group and reaches the person.
  expect(
    await put(await filler([null, { kind: "portal" }], [editing, { kind: "groups", groupIds: [group] }]), group, other.id),
  ).toMatchObject({
    changes: 1,
  });
  const second = await aGroup(third.id);
  const both = await filler([null, { kind: "groups", groupIds: [group, second] }], [editing, { kind: "groups", groupIds: [group] }]);
  expect(await put(both, group, third.id)).toMatchObject({ changes: 1 });
  expect(await put(both, group, other.id)).toMatchObject({ changes: 0 });
});

test("security.md 24: an edit and a grant at the same moment leave nobody with what was taken away", async () => {
  for (let nth = 0; nth < 5; nth++) {
    const copyId = await copyOf("Manager", ["see-people", "edit-people"]);
    const person = await app.aPerson("a");
    const [edited, given] = await Promise.all([edit(copyId, ["see-people"]), give(person.id, "Manager", copyId)]);
    expect([edited.statusCode, given.statusCode]).toEqual([200, 200]);
    expect((await renamed(await app.signInAs(person, "a"), await app.aPerson("a"))).statusCode).toBe(403);
  }
});

test("security.md 24: a job goes on with what its owner may do by then", async () => {
  const { client, copyId } = await holder("Manager", ["see-people", "deactivate-people"]);
  const learner = await app.aPerson("a");
  const { runId } = (await client.post("/rest/bulk", { kind: "deactivate", input: {}, of: { ids: [learner.id] } })).json() as {
    runId: number;
  };
  expect((await edit(copyId, ["see-people"])).statusCode).toBe(200);
  expect((await client.post(`/rest/bulk/${runId}/run`)).statusCode).toBe(403);
  expect((await edit(copyId, ["see-people", "deactivate-people"], 2)).statusCode).toBe(200);
  const { jobId } = (await client.post(`/rest/bulk/${runId}/run`)).json() as { jobId: number };
  expect((await edit(copyId, ["see-people"], 3)).statusCode).toBe(200);
  expect((await client.post(`/rest/jobs/${jobId}/undo`)).statusCode).toBe(403);
});

test("a look ends when its admin keeps only a copy of the role (USR-3; security.md 17)", async () => {
  const person = await app.aPerson("a", { isAdmin: true });
  const client = await app.signInAs(person, "a");
  const learner = await app.aPerson("a");
  expect((await client.post("/rest/roles/looks", { userId: learner.id, writes: false, reason: "" })).statusCode).toBe(200);
  const whoIs = async () => ((await client.get("/rest/environment/")).json() as { User: { Id: number } }).User.Id;
  expect(await whoIs()).toBe(learner.id);
  const { rows } = (await admin.get(`/rest/roles?role=Admin&person=${person.id}`)).json() as { rows: { id: number }[] };
  const copyId = await copyOf("Admin", ["see-people"]);
  const terms = { copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
  expect((await admin.put(`/rest/roles/${rows[0]?.id}`, terms)).statusCode).toBe(200);
  expect(await whoIs()).toBe(person.id);
});

test("the page knows what somebody lacks, and who may what names the copies that give it (ROLE-5)", async () => {
  const { client, person, copyId, assignmentId } = await holder("Manager", ["see-people", "edit-people"]);
  const { User } = (await client.get("/rest/environment/")).json() as { User: { IsManager: boolean; Lacks: string[] } };
  expect(User.IsManager).toBe(true);
  expect(User.Lacks).toEqual(copyable("Manager").filter((id) => id !== "see-people" && id !== "edit-people"));
  expect(((await admin.get("/rest/environment/")).json() as { User: object }).User).not.toHaveProperty("Lacks");
  const who = async (may: string) =>
    ((await admin.get(`/rest/roles?may=${may}&person=${person.id}`)).json() as { rows: { copy: { id: number } | null }[] }).rows;
  expect(await who("edit-people")).toMatchObject([{ copy: { id: copyId } }]);
  expect(await who("export-people")).toEqual([]);
  const rights = (await admin.get(`/rest/roles/rights/${person.id}`)).json() as { permissions: { id: string; assignments: number[] }[] };
  const of = (id: string) => rights.permissions.find((one) => one.id === id)?.assignments;
  expect([of("edit-people"), of("import-people")]).toEqual([[assignmentId], []]);
  const { rows } = (await admin.get("/rest/roles/all")).json() as {
    rows: { copyId: number | null; permissions: string[]; held: number }[];
  };
  expect(rows.find((row) => row.copyId === copyId)).toMatchObject({ permissions: ["see-people", "edit-people"], held: 1 });
});

test("security.md 29: copies of another portal are nobody's here, and cannot be given here", async () => {
  const theirs = await app.databases.inPeople(app.portal("b").id, "a test", (db) =>
    db
      .insertInto("role_copies")
      .values({ portal_id: app.portal("b").id, name: "Theirs", of_role: "Manager", permissions: ["see-people"] })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const absent = 999_999_999;
  const person = await app.aPerson("a");
  for (const ask of [
    (id: number) => give(person.id, "Manager", id),
    (id: number) => edit(id, ["see-people"]),
    (id: number) => admin.post(`/rest/roles/copies/${id}/remove`),
  ]) {
    const plain = ({ statusCode, body }: Awaited<ReturnType<typeof ask>>) => [statusCode, body.replace(/"requestId":"[^"]*"/, "")];
    expect(plain(await ask(theirs.id))).toEqual(plain(await ask(absent)));
    expect((await ask(theirs.id)).statusCode).toBe(404);
  }
  expect((await admin.get("/rest/roles/all")).body).not.toContain("Theirs");
});

test("a scope says whom it reaches before it is given", async () => {
  const [one, two] = [await app.aPerson("a", { givenName: "Aba", familyName: "Reach" }), await app.aPerson("a", { familyName: "Reach" })];
  const group = await aGroup(one.id);
  const reach = async (scope: object) =>
    (await admin.post("/rest/roles/reach", { scope })).json() as { count: number; all: number; names: string[] };
  expect(await reach({ kind: "groups", groupIds: [group] })).toMatchObject({ count: 1, names: ["Aba Reach"] });
  const whole = await reach({ kind: "portal" });
  expect(whole.count).toBe(whole.all);
  const byName = { kind: "condition", condition: { kind: "profile", of: "familyName", test: "is", text: "Reach" } };
  expect((await reach(byName)).count).toBe(2);
  expect((await give(two.id, "Manager", null, byName as RoleScope)).statusCode).toBe(200);
  expect(((await (await app.signInAs(two, "a")).get("/rest/people")).json() as { total: number }).total).toBe(2);
});

test("security.md 14: an import changes people's status and groups for those alone who may change them elsewhere", async () => {
  const group = await aGroup();
  const gone = await app.aPerson("a", { email: "gone@example.com" });
  const { client, copyId } = await holder("Manager", ["see-people", "import-people"]);
  const taken = async (text: string) => {
    const answer = await client.post("/rest/imports/paste", { text });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as { id: number; plan: Record<string, unknown>; targets: { meaning: string }[]; groups: object[] };
  };
  const one = await taken("email,status,groups,external id\ngone@example.com,inactive,,7\n");
  expect(one.targets.map(({ meaning }) => meaning)).not.toContain("status");
  expect([one.plan["columns"], one.plan["returns"], one.groups]).toEqual([["email", null, null, "external_id"], false, []]);
  const checked = async (plan: object) => (await client.post(`/rest/imports/${one.id}/check`, { ...one.plan, ...plan })).statusCode;
  expect(await checked({ columns: ["email", "status", null, null] })).toBe(400);
  expect(await checked({ columns: ["email", null, "groups", null] })).toBe(400);
  expect(await checked({ leavers: true })).toBe(403);
  expect(await checked({ returns: true })).toBe(403);
  expect(await checked({ groupIds: [group] })).toBe(403);
  expect(await checked({})).toBe(200);
  expect((await edit(copyId, ["see-people", "import-people", "deactivate-people", "fill-groups"])).statusCode).toBe(200);
  expect(await checked({ columns: ["email", "status", "groups", null], groupIds: [group] })).toBe(200);
  // What was allowed at the check is asked again when it is carried out, and once more by the job.
  expect((await edit(copyId, ["see-people", "import-people"], 2)).statusCode).toBe(200);
  expect((await client.post(`/rest/imports/${one.id}/run`, { people: null })).statusCode).toBe(403);
  const { status } = await people((db) =>
    db
      .selectFrom("memberships")
      .select("status")
      .where("user_id", "=", gone.id)
      .where("portal_id", "=", portalId())
      .executeTakeFirstOrThrow(),
  );
  expect(status).toBe("active");
});
