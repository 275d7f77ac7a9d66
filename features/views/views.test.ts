import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  [manager, admin] = [await app.signIn("manager", "a"), await app.signIn("admin", "a")];
});
afterAll(() => app.close());

interface View {
  id: number;
  name: string;
  query: string;
  isShared: boolean;
  isPinned: boolean;
  mayChange: boolean;
  by: string | null;
}
const views = async (client: Client) => (await client.get("/rest/views?list=people")).json() as { rows: View[]; mayShare: boolean };
const keep = (client: Client, name: string, query: string, isShared = false) =>
  client.post("/rest/views", { list: "people", name, query, isShared });
const names = async (client: Client) => (await views(client)).rows.map(({ name }) => name);

test("a view is kept, renamed, changed, unpinned, deleted and brought back; nobody else sees it", async () => {
  const made = (await keep(manager, " Authors ", "role=author")).json() as View;
  expect(made).toMatchObject({ name: "Authors", query: "role=author", isPinned: true, isShared: false, mayChange: true, by: null });
  const saved = await manager.put(`/rest/views/${made.id}`, { name: "Writers", query: "role=author&status=active", isShared: false });
  expect(saved.json()).toMatchObject({ name: "Writers", query: "role=author&status=active" });
  expect((await manager.put(`/rest/views/${made.id}/pin`, { isPinned: false })).json()).toMatchObject({ isPinned: false });
  expect(await names(admin)).toEqual([]);
  for (const reply of [
    await admin.put(`/rest/views/${made.id}`, { name: "Mine", query: "", isShared: false }),
    await admin.put(`/rest/views/${made.id}/pin`, { isPinned: true }),
    await admin.post(`/rest/views/${made.id}/delete`),
    await admin.post(`/rest/views/${made.id}/restore`),
  ])
    expect(reply.statusCode).toBe(404);
  await manager.post(`/rest/views/${made.id}/delete`);
  expect(await names(manager)).toEqual([]);
  expect((await manager.post(`/rest/views/${made.id}/restore`)).json()).toMatchObject({ name: "Writers", isPinned: false });
});

test("admins and managers of the whole portal share views; each reader pins for themselves, and only the owner and admins change them", async () => {
  const shared = (await keep(admin, "Suspended", "status=suspended", true)).json() as View;
  const seen = (await views(manager)).rows.find(({ id }) => id === shared.id);
  expect(seen).toMatchObject({ isShared: true, isPinned: false, mayChange: false, by: "Admin A" });
  expect((await manager.put(`/rest/views/${shared.id}/pin`, { isPinned: true })).json()).toMatchObject({ isPinned: true });
  const refused = await manager.put(`/rest/views/${shared.id}`, { name: "Mine", query: "", isShared: true });
  expect([refused.statusCode, refused.json().code]).toEqual([403, "not_your_view"]);
  const managers = (await keep(manager, "Managers", "role=manager", true)).json() as View;
  expect((await admin.put(`/rest/views/${managers.id}`, { name: "All managers", query: "role=manager", isShared: true })).statusCode).toBe(
    200,
  );

  const boss = await app.aPerson("a", { isManager: true });
  await app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = app.portal("a").id;
    const { id } = await db.insertInto("groups").values({ portal_id, name: "Small" }).returning("id").executeTakeFirstOrThrow();
    await db.deleteFrom("role_assignments").where("user_id", "=", boss.id).execute();
    await db
      .insertInto("role_assignments")
      .values({ portal_id, user_id: boss.id, role: "Manager", scope: JSON.stringify({ kind: "groups", groupIds: [id] }) })
      .execute();
  });
  const small = await app.signInAs(boss, "a");
  expect((await views(small)).mayShare).toBe(false);
  expect((await keep(small, "Mine", "")).statusCode).toBe(200);
  expect((await keep(small, "Ours", "", true)).json().code).toBe("no_sharing");
  // What somebody shared while they reached everybody is not theirs to change any more; they may still make it their own no more than delete it.
  const [{ id: theirs } = { id: 0 }] = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("list_views")
      .values({ portal_id: app.portal("a").id, owner_id: boss.id, list: "people", name: "From before", query: "", is_shared: true })
      .returning("id")
      .execute(),
  );
  expect((await views(small)).rows.find(({ id }) => id === theirs)).toMatchObject({ mayChange: false });
  for (const reply of [
    await small.put(`/rest/views/${theirs}`, { name: "For all", query: "status=active", isShared: true }),
    await small.put(`/rest/views/${theirs}`, { name: "Mine now", query: "", isShared: false }),
    await small.post(`/rest/views/${theirs}/delete`),
    await small.post(`/rest/views/${theirs}/restore`),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([403, "no_sharing"]);
  expect((await admin.put(`/rest/views/${theirs}`, { name: "Kept", query: "", isShared: true })).statusCode).toBe(200);
  // The view is the same; whom it finds is the reader's own scope.
  expect(await names(small)).toContain("Suspended");
  expect((await small.get("/rest/people?status=suspended")).json().total).toBe(0);
});

test("a shared view about a field that is hidden from the reader is not there for them (security.md 10)", async () => {
  const { id: fieldId } = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("fields")
      .values({ portal_id: app.portal("a").id, kind: "text", name: "Pay grade", position: 1, manager_access: "hidden" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const condition = JSON.stringify({ kind: "field", fieldId, is: { by: "none" } });
  const { id } = (await keep(admin, "Without a grade", String(new URLSearchParams({ condition })), true)).json() as View;
  expect(await names(admin)).toContain("Without a grade");
  expect(await names(manager)).not.toContain("Without a grade");
  expect((await manager.put(`/rest/views/${id}/pin`, { isPinned: true })).statusCode).toBe(404);
  expect((await manager.put(`/rest/views/${id}`, { name: "x", query: "", isShared: true })).statusCode).toBe(404);
});

test("students, another portal, unknown lists and queries, and too many are refused", async () => {
  const student = await app.signIn("student", "a");
  expect((await student.get("/rest/views?list=people")).statusCode).toBe(403);
  expect((await keep(student, "x", "")).statusCode).toBe(403);
  const foreign = (await keep(await app.signIn("manager", "b"), "Theirs", "", true)).json() as View;
  expect(await names(manager)).not.toContain("Theirs");
  expect((await manager.put(`/rest/views/${foreign.id}`, { name: "x", query: "", isShared: false })).statusCode).toBe(404);
  expect((await manager.get("/rest/views?list=secrets")).statusCode).toBe(400);
  expect((await keep(manager, "x", "role=emperor")).json().errors).toMatchObject([{ code: "unknown_query" }]);
  for (let nth = 0; nth < 60; nth++) await keep(manager, `View ${nth}`, "");
  expect((await keep(manager, "One more", "")).json().code).toBe("too_many_views");
});

test("views are kept of each list, by whoever sees it and with filters that it has; each list has its own", async () => {
  const ofRoles = "state=ended&columns=until,email";
  const queries: Readonly<Record<string, string>> = {
    groups: "kind=dynamic&columns=members,created",
    managers: ofRoles,
    authors: ofRoles,
    admins: ofRoles,
    rights: ofRoles,
    participants: "state=overdue&columns=due,email",
    team: "state=overdue",
    mail: "state=failed",
    blacklist: "reason=manual",
    announcements: "state=deleted&columns=confirmed,state",
    searches: "sort=-last",
    audit: "q=role",
    codes: "q=spring",
    invitations: "q=spring",
    registrations: "q=spring",
    questions: "q=spring",
  };
  const hidden = ["managers", "authors", "admins", "rights", "mail", "blacklist", "announcements", "searches", "audit"];
  for (const [list, query] of Object.entries(queries)) {
    const kept = await admin.post("/rest/views", { list, name: `Of ${list}`, query, isShared: true });
    expect([list, kept.statusCode]).toEqual([list, 200]);
    const unknown = await admin.post("/rest/views", { list, name: "x", query: "sort=none", isShared: false });
    expect(unknown.json().errors).toMatchObject([{ code: "unknown_query" }]);
  }
  const shown = async (client: Client, list: string) => {
    const reply = await client.get(`/rest/views?list=${list}`);
    return reply.statusCode === 200 ? (reply.json() as { rows: View[] }).rows.map(({ name }) => name) : reply.statusCode;
  };
  const reader = await app.signInAs(await app.aPerson("a", { isManager: true }), "a");
  for (const list of Object.keys(queries)) {
    expect(await shown(admin, list)).toEqual([`Of ${list}`]);
    // Managers give no roles, and read no log.
    expect([list, await shown(reader, list)]).toEqual([list, hidden.includes(list) ? 403 : [`Of ${list}`]]);
    expect(await shown(await app.signIn("author", "a"), list)).toBe(403);
    expect(await shown(await app.signIn("admin", "b"), list)).toEqual([]);
  }
});

test("system admins keep views of the portals, and nobody else", async () => {
  const system = await app.signIn("system", "a");
  const body = { list: "portals", name: "Closed", query: "status=suspended&sort=-people", isShared: true };
  expect((await system.post("/rest/views", body)).json()).toMatchObject({ name: "Closed", isPinned: true, mayChange: true });
  expect((await system.post("/rest/views", { ...body, query: "status=lost" })).json().errors).toMatchObject([{ code: "unknown_query" }]);
  expect((await system.get("/rest/views?list=portals")).json()).toMatchObject({ rows: [{ name: "Closed" }], mayShare: true });
  for (const client of [admin, manager]) {
    expect((await client.get("/rest/views?list=portals")).statusCode).toBe(403);
    expect((await client.post("/rest/views", body)).statusCode).toBe(403);
  }
});

test("everybody keeps views of their own jobs; a shared one is there for everybody, and about the reader's own jobs", async () => {
  const body = { list: "jobs", name: "Failed", query: "state=failed", isShared: true };
  expect((await admin.post("/rest/views", body)).statusCode).toBe(200);
  const author = await app.signIn("author", "a");
  expect((await author.get("/rest/views?list=jobs")).json()).toMatchObject({
    rows: [{ name: "Failed", isPinned: false, mayChange: false, by: "Admin A" }],
    mayShare: false,
  });
  expect((await author.post("/rest/views", body)).json().code).toBe("no_sharing");
  expect((await author.post("/rest/views", { ...body, name: "Mine", isShared: false })).statusCode).toBe(200);
  expect((await admin.get("/rest/views?list=jobs")).json().rows).toHaveLength(1);
});
