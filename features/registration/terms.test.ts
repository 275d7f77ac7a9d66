import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { byPassword } from "#features/auth/test/by-password.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "10000" });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const settle = async (terms: string) => {
  const reply = await admin.put("/rest/registration/settings", { mode: "off", domains: [], fieldIds: [], terms });
  expect(reply.statusCode).toBe(200);
  return reply.json().termsVersion as number;
};
const signIn = (email: string, returnUrl?: string) => byPassword(app, email, { ...(returnUrl && { returnUrl }) });
const acceptedBy = (userId: number) =>
  app.databases.inSystem("look in a test", async (db) => {
    const { rows } = await sql<{
      version: number;
    }>`select version from terms_acceptances where user_id = ${userId} order by version`.execute(db);
    return rows.map(({ version }) => version);
  });

test("new terms are agreed to at the next sign-in before anything else, once a version, and the page that was wanted comes after", async () => {
  const person = await app.aPerson("a");
  const early = await signIn(person.email);
  expect(early.redirect).toBe("/v/student/dashboard");
  const first = await settle("Be kind.");
  // Whoever is signed in goes on until the next sign-in.
  expect((await early.get("/rest/account")).statusCode).toBe(200);

  const wanted = "/v/student/history?x=1";
  const now = await signIn(person.email, wanted);
  const gate = `/v/auth/terms?ReturnUrl=${encodeURIComponent(wanted)}`;
  expect(now.redirect).toBe(gate);
  for (const reply of [
    await now.get("/rest/account"),
    await now.get("/rest/history/export.csv"),
    await now.post("/rest/environment/switchPortal", { portalId: 1 }),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([403, "must_accept_terms"]);
  expect((await now.get(wanted)).headers.location).toBe(gate);
  expect((await now.get("/rest/environment/")).json().User.Gate).toBe("terms");
  expect((await now.get("/rest/registration/terms")).json()).toEqual({ terms: "Be kind.", version: first });
  expect((await now.get("/v/auth/terms")).statusCode).toBe(200);

  // They changed while they were read.
  const second = await settle("Be kind, and on time.");
  expect((await now.post("/rest/registration/terms", { version: first })).json().code).toBe("terms_changed");
  expect(await acceptedBy(person.id)).toEqual([]);
  expect((await now.post("/rest/registration/terms", { version: second, returnUrl: "https://evil.test/" })).json()).toEqual({
    redirect: "/v/",
  });
  expect((await now.get("/rest/account")).statusCode).toBe(200);
  expect(await acceptedBy(person.id)).toEqual([second]);
  expect((await signIn(person.email, wanted)).redirect).toBe(wanted);

  // A later version is another question; none are no question.
  const third = await settle("Be kind, on time, and brief.");
  const again = await signIn(person.email, wanted);
  expect(again.redirect).toBe(gate);
  expect((await again.post("/rest/registration/terms", { version: third, returnUrl: wanted })).json()).toEqual({ redirect: wanted });
  expect(await acceptedBy(person.id)).toEqual([second, third]);
  const noted = await app.databases.inSystem("read the audit log", (db) =>
    db
      .selectFrom("audit_events")
      .select("after")
      .where("object_id", "=", person.id)
      .where("action", "=", "terms_accepted")
      .orderBy("id")
      .execute(),
  );
  expect(noted).toEqual([{ after: { version: second } }, { after: { version: third } }]);
  await settle("");
  expect((await signIn((await app.aPerson("a")).email)).redirect).toBe("/v/student/dashboard");
});

test("a new password comes before the terms, and nobody agrees for the other portal", async () => {
  const person = await app.aPerson("a");
  await settle("Be kind.");
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute(),
  );
  const now = await signIn(person.email);
  expect(now.redirect).toBe("/v/auth/passwordChange");
  expect((await now.get("/rest/registration/terms")).json()).toEqual({ terms: "", version: 0 });
  await app.databases.inSystem("as if it was changed", (db) =>
    db.updateTable("users").set({ must_change_password: false }).where("id", "=", person.id).execute(),
  );
  expect((await now.get("/v/student/history")).headers.location).toMatch("/v/auth/terms");
  expect((await (await app.signIn("student", "b")).get("/rest/account")).statusCode).toBe(200);
  expect((await app.anonymous("a").get("/rest/registration/terms")).statusCode).toBe(401);
  await settle("");
});

test("what somebody agreed to stands on their page and in their data: the version, its text, when and from where (USR-1, X-5)", async () => {
  const person = await app.aPerson("a");
  const first = await settle("Be kind.");
  await (await signIn(person.email)).post("/rest/registration/terms", { version: first });
  const second = await settle("Be kind, and on time.");
  await (await signIn(person.email)).post("/rest/registration/terms", { version: second });
  const manager = await app.signIn("manager", "a");
  const path = `/rest/people/${person.id}/consents`;
  const { rows, total } = (await manager.get(path)).json();
  const from = { via: "sign_in", ip: "127.0.0.1", device: "", at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown };
  expect(total).toBe(2);
  expect(rows).toEqual([
    { version: second, terms: "Be kind, and on time.", isInForce: true, ...from },
    { version: first, terms: "Be kind.", isInForce: false, ...from },
  ]);
  expect((await manager.get(`${path}?q=on+time`)).json().rows).toMatchObject([{ version: second }]);
  expect((await manager.get(`${path}?sort=at`)).json().rows).toMatchObject([{ version: first }, { version: second }]);
  expect((await (await app.signIn("student", "a")).get(path)).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).get(path)).statusCode).toBe(404);
  await settle("");
  expect((await manager.get(path)).json().rows.map(({ isInForce }: { isInForce: boolean }) => isInForce)).toEqual([false, false]);
});

test("many consents come in pages", async () => {
  const person = await app.aPerson("a");
  await app.databases.inSystem("as after many years", (db) =>
    sql`insert into terms_acceptances (portal_id, user_id, version, accepted_at)
      select ${app.portal("a").id}, ${person.id}, n, now() - make_interval(days => 100 - n) from generate_series(1, 23) n`.execute(db),
  );
  const page = async (nth: number) => (await admin.get(`/rest/people/${person.id}/consents?page=${nth}`)).json();
  const all = [await page(1), await page(2), await page(3)];
  expect(all.map(({ total }) => total)).toEqual([23, 23, 23]);
  expect(all.flatMap(({ rows }) => rows.map(({ version }: { version: number }) => version))).toEqual(
    Array.from({ length: 23 }, (_, nth) => 23 - nth),
  );
  expect(all[0].rows[0]).toMatchObject({ via: null, ip: "", device: "" });
});
