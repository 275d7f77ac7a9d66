import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Found {
  rows: { id: number; name: string; email: string; roles: string[]; status: string; lastSignInAt: string | null }[];
  total: number;
  page: number;
}
const find = async (client: Client, query = "") => {
  const reply = await client.get(`/rest/people${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json() as Found;
};

test("managers and admins find the people of their portal; nobody of another one, and no system admin", async () => {
  const both = await app.aPerson("b", { givenName: "Bea", familyName: "Both" });
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values([
        { portal_id: app.portal("a").id, user_id: both.id, status: "suspended" },
        { portal_id: app.portal("a").id, user_id: app.person("system", "a").id },
      ])
      .execute(),
  );
  for (const role of ["manager", "admin"] as const) {
    const { rows, total } = await find(await app.signIn(role, "a"));
    expect(rows.map(({ email, roles, status }) => [email, roles, status])).toEqual([
      ["admin@a.test", ["admin"], "active"],
      ["author@a.test", ["author"], "active"],
      [both.email, [], "suspended"],
      ["manager@a.test", ["manager"], "active"],
      ["student@a.test", [], "active"],
    ]);
    expect(total).toBe(5);
  }
  const abroad = await find(await app.signIn("admin", "b"), "?q=both");
  expect(abroad.rows).toMatchObject([{ id: both.id, name: "Bea Both", status: "active" }]);
});

test("the specified link leads to the screen", async () => {
  const reply = await app.anonymous("a").get("/premiumservices/portal/ADMIN/users.aspx");
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "/v/users/find"]);
});
