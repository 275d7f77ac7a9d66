import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

// A group that another system keeps is shown as such and only read here (GRP-1), and what depends on a group names the codes that give it (GRP-2, GRP-3).

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const codeOf = (reply: { statusCode: number; json(): { code: string } }) => [reply.statusCode, reply.json().code];

test("a synced group says where it comes from, and is changed by nobody here, whichever way", async () => {
  const member = await app.aPerson("a");
  const portal_id = app.portal("a").id;
  const id = await app.databases.inPeople(portal_id, "a test", async (db) => {
    const group = await db
      .insertInto("groups")
      .values({ portal_id, name: "From the directory", kind: "synced" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id, group_id: group.id, user_id: member.id, cause: "sync" }).execute();
    return group.id;
  });
  const group = (await admin.get(`/rest/groups/${id}`)).json();
  expect(group).toMatchObject({ kind: "synced", members: 1, canFill: false });
  expect((await admin.get("/rest/groups?kind=synced")).json().rows).toMatchObject([{ id, kind: "synced" }]);
  expect((await admin.get("/rest/groups/export.csv?kind=synced")).body).toContain("From another system");
  expect((await admin.get(`/rest/groups/${id}/members?cause=sync`)).json().rows).toMatchObject([{ id: member.id, cause: "sync" }]);
  const other = (await admin.post("/rest/groups", { name: "Ours", description: "", condition: null })).json() as { id: number };
  const text = { name: "Mine", description: "", condition: null, revision: group.revision };
  const fill = (kind: string) => admin.post("/rest/bulk", { kind, input: { groupId: id }, of: { ids: [member.id] } });
  for (const reply of [
    await admin.put(`/rest/groups/${id}`, text),
    await admin.put(`/rest/groups/${id}/children`, { ids: [other.id] }),
    await admin.post(`/rest/groups/${id}/status`, { status: "archived" }),
    await admin.post(`/rest/groups/${id}/status`, { status: "deleted" }),
    await fill("add-to-group"),
    await fill("remove-from-group"),
  ])
    expect(codeOf(reply)).toEqual([409, "synced"]);
  // It can be in one of ours, like any other.
  expect((await admin.put(`/rest/groups/${other.id}/children`, { ids: [id] })).statusCode).toBe(200);
  expect((await admin.get(`/rest/groups/${other.id}`)).json()).toMatchObject({ members: 1 });
});

test("a code that gives a group, or a role over it, is named among what depends on it, until it is revoked", async () => {
  const portal_id = app.portal("a").id;
  const group = (await admin.post("/rest/groups", { name: "By code", description: "", condition: null })).json() as { id: number };
  const role = (scope: object) => ({ role: { role: "Manager", copyId: null, scope, days: null } });
  const effects = {
    Joins: { groups: { groupIds: [group.id] } },
    Manages: role({ kind: "groups", groupIds: [group.id] }),
    Fits: role({ kind: "condition", condition: { kind: "none", of: [{ kind: "group", groupIds: [group.id] }] } }),
    Other: { groups: { groupIds: [group.id + 1] } },
  };
  await app.databases.inPeople(portal_id, "a test", (db) =>
    db
      .insertInto("authorization_codes")
      .values(
        Object.entries(effects).map(([label, one]) => ({
          portal_id,
          label,
          effects: JSON.stringify(one),
          time_zone: "UTC",
          given_by: admin.userId,
          made_by: admin.userId,
        })),
      )
      .execute(),
  );
  const names = async () =>
    ((await admin.get(`/rest/groups/${group.id}/dependents`)).json() as { rows: { kind: string; name: string }[] }).rows.map(
      ({ kind, name }) => `${kind} ${name}`,
    );
  expect(await names()).toEqual(["code Fits", "code Joins", "code Manages"]);
  expect(codeOf(await admin.post(`/rest/groups/${group.id}/status`, { status: "deleted" }))).toEqual([409, "group_in_use"]);
  await app.databases.inPeople(portal_id, "a test", (db) =>
    db.updateTable("authorization_codes").set({ state: "revoked" }).where("portal_id", "=", portal_id).execute(),
  );
  expect(await names()).toEqual([]);
  expect((await admin.post(`/rest/groups/${group.id}/status`, { status: "deleted" })).statusCode).toBe(200);
});
