import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { anAnnouncementBody } from "#features/announcements/test/an-announcement.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";

// The team of a manager as a condition: whom their role reaches at the moment, whatever kinds of scope it has. Rights follow from no team.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const grant = (userId: number, scope: object, more: object = {}) =>
  admin.post("/rest/roles", { userId, role: "Manager", scope, startsAt: null, endsAt: null, ...more });
const teamOf = (...managerIds: number[]): Condition => ({ kind: "scope", managerIds });
const found = async (condition: Condition) => {
  const reply = await admin.get(`/rest/people?condition=${encodeURIComponent(JSON.stringify(condition))}`);
  expect([reply.statusCode, reply.statusCode === 200 ? "" : reply.body]).toEqual([200, ""]);
  return (reply.json() as { rows: { id: number }[] }).rows.map(({ id }) => id).toSorted((one, other) => one - other);
};
let made = 0;
const aGroup = async (condition: Condition | null = null) =>
  ((await admin.post("/rest/groups", { name: `Group ${++made}`, description: "", condition })).json() as { id: number; revision: number })
    .id;
const putInto = (groupId: number, userId: number) =>
  app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    db
      .insertInto("group_members")
      .values({ portal_id: app.portal("a").id, group_id: groupId, user_id: userId, cause: "hand" })
      .execute(),
  );
const codeOf = (reply: { statusCode: number; json(): { code: string; errors?: { code: string }[] } }) => {
  const { code, errors } = reply.json();
  return [reply.statusCode, errors?.[0]?.code ?? code];
};

test("a condition about a team finds whom the manager's role reaches, by every kind of scope, on the next request", async () => {
  const boss = await app.aPerson("a");
  const [inGroup, named, report] = [await app.aPerson("a"), await app.aPerson("a", { familyName: "Zwickel" }), await app.aPerson("a")];
  expect(await found(teamOf(boss.id))).toEqual([]);
  const group = await aGroup();
  await putInto(group, inGroup.id);
  const { id } = (await grant(boss.id, { kind: "groups", groupIds: [group] })).json() as { id: number };
  expect(await found(teamOf(boss.id))).toEqual([inGroup.id]);
  await grant(boss.id, { kind: "condition", condition: { kind: "profile", of: "familyName", test: "is", text: "zwickel" } });
  expect(await found(teamOf(boss.id))).toEqual([inGroup.id, named.id]);
  const { id: fieldId } = (await admin.post("/rest/fields", aFieldBody("person", "Reports to", { managerAccess: "read" }))).json();
  await admin.put(`/rest/people/${report.id}/fields`, { values: { [fieldId]: boss.email } });
  await grant(boss.id, { kind: "reports", fieldId });
  expect(await found(teamOf(boss.id))).toEqual([inGroup.id, named.id, report.id]);
  const out: Condition = { kind: "all", of: [teamOf(boss.id), { kind: "none", of: [{ kind: "group", groupIds: [group] }] }] };
  expect(await found(out)).toEqual([named.id, report.id]);
  await admin.post(`/rest/roles/${id}/remove`);
  expect(await found(teamOf(boss.id))).toEqual([named.id, report.id]);
  const why = await admin.get(`/rest/people/${report.id}/why?condition=${encodeURIComponent(JSON.stringify(teamOf(boss.id, 999_999)))}`);
  expect(why.json()).toMatchObject({ fits: true, lines: [{ fits: true, seen: { managerIds: [boss.id] } }] });
  // A role that begins later is none yet, and the whole portal is everybody.
  const other = await app.aPerson("a");
  await grant(other.id, { kind: "portal" }, { startsAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await found(teamOf(other.id))).toEqual([]);
  expect((await grant(other.id, { kind: "portal" }, { endsAt: new Date(Date.now() + 1_800_000).toISOString() })).statusCode).toBe(200);
  expect(await found({ kind: "all", of: [teamOf(other.id), teamOf(boss.id)] })).toEqual([named.id, report.id]);
});

test("an announcement for a team is shown to whoever is in it, and to nobody else", async () => {
  const boss = await app.aPerson("a");
  const group = await aGroup();
  const [member, other] = [await app.aPerson("a"), await app.aPerson("a")];
  await putInto(group, member.id);
  await grant(boss.id, { kind: "groups", groupIds: [group] });
  const announcement = (await admin.post("/rest/announcements", anAnnouncementBody({ audience: teamOf(boss.id) }))).json() as {
    id: number;
  };
  expect((await admin.post(`/rest/announcements/${announcement.id}/state`, { change: "publish" })).statusCode).toBe(200);
  const shown = async (client: Client) =>
    ((await client.get("/rest/environment/")).json() as { Announcements: { Id: number }[] }).Announcements.map(({ Id }) => Id);
  expect(await shown(await app.signInAs(member, "a"))).toEqual([announcement.id]);
  const client = await app.signInAs(other, "a");
  expect(await shown(client)).toEqual([]);
  await putInto(group, other.id);
  expect(await shown(client)).toEqual([announcement.id]);
  const { rows } = (await admin.get(`/rest/announcements/${announcement.id}/readers`)).json() as { rows: { id: number }[] };
  expect(rows.map(({ id }) => id).toSorted((one, two) => one - two)).toEqual([member.id, other.id]);
  await admin.post(`/rest/announcements/${announcement.id}/state`, { change: "delete" });
});

test("only admins use conditions about teams: whom somebody looks after is what they set (security.md 10)", async () => {
  const boss = await app.aPerson("a");
  await grant(boss.id, { kind: "portal" });
  const client = await app.signInAs(boss, "a");
  const condition = encodeURIComponent(JSON.stringify({ kind: "none", of: [teamOf(boss.id)] }));
  for (const reply of [
    await client.get(`/rest/people?condition=${condition}`),
    await client.get(`/rest/people/export.csv?condition=${condition}`),
    await client.get(`/rest/people/${boss.id}/why?condition=${condition}`),
    await client.post("/rest/groups/try", { condition: teamOf(boss.id) }),
    await client.post("/rest/groups", { name: "Theirs", description: "", condition: teamOf(boss.id) }),
  ])
    expect(codeOf(reply)).toEqual([403, "hidden_team"]);
  expect((await client.get("/rest/conditions/choices")).json().managers).toBeNull();
  const { managers } = (await admin.get("/rest/conditions/choices")).json() as { managers: { id: number }[] };
  expect(managers.map(({ id }) => id)).toContain(boss.id);
});

test("no role reaches people by a team, directly or by a group, whichever of them comes first: there is no circle (security.md 14)", async () => {
  const [boss, other] = [await app.aPerson("a"), await app.aPerson("a")];
  await grant(boss.id, { kind: "portal" });
  const team = teamOf(boss.id);
  const [dynamic, above] = [await aGroup(team), await aGroup()];
  expect((await admin.put(`/rest/groups/${above}/children`, { ids: [dynamic] })).statusCode).toBe(200);
  for (const scope of [
    { kind: "condition", condition: team },
    { kind: "condition", condition: { kind: "none", of: [team] } },
    { kind: "condition", condition: { kind: "group", groupIds: [above] } },
    { kind: "groups", groupIds: [dynamic] },
    { kind: "groups", groupIds: [above] },
  ])
    expect(codeOf(await grant(other.id, scope))).toEqual([400, "scope_of_scope"]);
  const [plain, inside] = [await aGroup(), await aGroup({ kind: "status", is: "active" })];
  expect((await grant(other.id, { kind: "groups", groupIds: [plain, inside] })).statusCode).toBe(200);
  expect(codeOf(await admin.put(`/rest/groups/${plain}/children`, { ids: [dynamic] }))).toEqual([409, "scope_by_team"]);
  const { revision, name } = (await admin.get(`/rest/groups/${inside}`)).json();
  const changed = await admin.put(`/rest/groups/${inside}`, { name, description: "", condition: teamOf(other.id), revision });
  expect(codeOf(changed)).toEqual([409, "scope_by_team"]);
  expect((await admin.get(`/rest/groups/${inside}`)).json().condition).toEqual({ kind: "status", is: "active" });
  // Were it there all the same, as after two changes at once, the role would reach nobody by it.
  await app.databases.inPeople(app.portal("a").id, "a test", (db) =>
    db
      .updateTable("groups")
      .set({ condition: JSON.stringify(teamOf(other.id)) })
      .where("id", "=", inside)
      .execute(),
  );
  const client = await app.signInAs(other, "a");
  expect((await client.get("/rest/people")).json().rows).toEqual([]);
  expect(await found(teamOf(other.id))).toEqual([]);
});
