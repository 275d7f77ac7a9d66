import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";

// Direct reports as a scope (ROLE-1): a manager reaches those whose value in a field of people names them.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const grant = (userId: number, scope: object) =>
  admin.post("/rest/roles", { userId, role: "Manager", scope, startsAt: null, endsAt: null });
const rowsOf = async (query: string) => ((await admin.get(`/rest/roles${query}`)).json() as { rows: object[] }).rows;

const aField = async (name: string, more: object = {}) =>
  ((await admin.post("/rest/fields", aFieldBody("person", name, { managerAccess: "read", ...more }))).json() as { id: number }).id;
const says = (userId: number, fieldId: number, email: string | null) =>
  admin.put(`/rest/people/${userId}/fields`, { values: { [fieldId]: email } });
const reached = async (client: Client) =>
  ((await client.get("/rest/people")).json() as { rows: { id: number }[] }).rows.map(({ id }) => id);

test("a manager reaches those whose field names them, on the next request, and the preview counts them", async () => {
  const fieldId = await aField("Reports to");
  const [boss, other, one, two] = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a")];
  expect((await admin.get("/rest/roles/groups")).json().fields).toContainEqual({ id: fieldId, name: "Reports to" });
  expect((await says(one.id, fieldId, boss.email)).statusCode).toBe(200);
  expect((await says(two.id, fieldId, other.email)).statusCode).toBe(200);
  const scope = { kind: "reports", fieldId };
  expect((await admin.post("/rest/roles/reach", { scope, userId: boss.id })).json()).toMatchObject({ count: 1 });
  expect((await admin.post("/rest/roles/reach", { scope })).json()).toMatchObject({ count: 0 });
  expect((await grant(boss.id, scope)).statusCode).toBe(200);
  expect(await rowsOf(`?person=${boss.id}`)).toMatchObject([
    { scope, groups: [], field: { id: fieldId, name: "Reports to", isOpen: false } },
  ]);
  expect((await admin.get(`/rest/roles/export.csv?person=${boss.id}`)).body).toContain("Direct reports (Reports to)");
  const client = await app.signInAs(boss, "a");
  expect(await reached(client)).toEqual([one.id]);
  expect((await client.get(`/rest/people/${two.id}`)).statusCode).toBe(404);
  expect((await says(two.id, fieldId, boss.email)).statusCode).toBe(200);
  expect(await reached(client)).toEqual(
    expect.toSatisfy((ids: number[]) => ids.length === 2 && ids.includes(one.id) && ids.includes(two.id)),
  );
  expect((await says(one.id, fieldId, null)).statusCode).toBe(200);
  expect(await reached(client)).toEqual([two.id]);
  expect((await client.get(`/rest/people/${one.id}`)).statusCode).toBe(404);
});

test("a field that managers or authors edit reaches nobody, whenever it became one: nobody widens their own rights (security.md 14)", async () => {
  const fieldId = await aField("Team lead");
  const open = [await aField("Buddy", { managerAccess: "edit" }), await aField("Tutor", { authorAccess: "edit" })];
  const { id: words } = (await admin.post("/rest/fields", aFieldBody("text", "Nickname", { managerAccess: "read" }))).json();
  const boss = await app.aPerson("a");
  for (const wrong of [...open, words, 999_999_999]) {
    const reply = await grant(boss.id, { kind: "reports", fieldId: wrong });
    expect([reply.statusCode, reply.json().errors]).toEqual([400, [expect.objectContaining({ field: "scope", code: "no_reports_field" })]]);
  }
  const report = await app.aPerson("a");
  await says(report.id, fieldId, boss.email);
  await grant(boss.id, { kind: "reports", fieldId });
  const client = await app.signInAs(boss, "a");
  expect(await reached(client)).toEqual([report.id]);
  const saved = (await admin.get("/rest/fields")).json() as { fields: { id: number; revision: number }[] };
  const revision = saved.fields.find(({ id }) => id === fieldId)?.revision;
  const edited = { ...aFieldBody("person", "Team lead", { managerAccess: "edit" }), revision };
  expect((await admin.put(`/rest/fields/${fieldId}`, edited)).statusCode).toBe(200);
  expect(await reached(client)).toEqual([]);
  expect(await rowsOf(`?person=${boss.id}`)).toMatchObject([{ field: { isOpen: true } }]);
  expect((await admin.post(`/rest/fields/${fieldId}/retire`, { isRetired: true })).statusCode).toBe(200);
  expect(await reached(client)).toEqual([]);
  expect(await rowsOf(`?person=${boss.id}`)).toMatchObject([{ field: null }]);
});
