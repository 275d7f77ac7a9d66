import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { passwordProblem, productPolicy } from "./server/new-password.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_ACCOUNT: "1000", RATE_LOGIN_PER_IP: "1000" });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app?.close());

const set = async (values: Record<string, string | null>) => {
  const { revision } = (await admin.get("/rest/settings")).json();
  expect((await admin.post("/rest/settings", { revision, values })).statusCode).toBe(200);
};
const change = (client: Client, currentPassword: string, newPassword: string) =>
  client.post("/rest/auth/changePassword", { currentPassword, newPassword });
const login = (email: string, password: string, more: object = {}) =>
  app.anonymous("a").post("/rest/auth/login", { email, password, ...more });
const inSystem = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("prepare a test", work);
const linkFor = async (userId: number, key: "a" | "b") =>
  (await (await app.signIn("admin", key)).post(`/rest/people/${userId}/passwordLink`, { life: "day" })).json();

describe("the password policy of a portal (AUTH-5)", () => {
  test("asks for the portal's length, at every door, and for the strictest of all portals of a person", async () => {
    await set({ passwordMinLength: "16" });
    const person = await app.aPerson("a");
    const short = "quiet lanterns";
    const refused = await change(await app.signInAs(person, "a"), testPassword, short);
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      400,
      [{ field: "newPassword", code: "too_small", params: { minimum: 16 }, message: "Use at least 16 characters." }],
    ]);
    // Somebody of both portals, who changes it in the other one.
    await inSystem((db) =>
      db
        .insertInto("memberships")
        .values({ portal_id: app.portal("b").id, user_id: person.id })
        .execute(),
    );
    expect((await change(await app.signInAs(person, "b"), testPassword, short)).json().errors[0].params).toEqual({ minimum: 16 });
    expect((await change(await app.signIn("student", "b"), testPassword, short)).statusCode).toBe(200);
    await set({ passwordMinLength: null });
    expect((await change(await app.signInAs(person, "a"), testPassword, short)).statusCode).toBe(200);
  });

  test("remembers as many passwords as the portal asks for, and no more", async () => {
    await set({ passwordHistory: "3" });
    const person = await app.aPerson("a");
    const chosen = ["seven quiet harbours", "eight quiet harbours", "nine loud lanterns"];
    let current = testPassword;
    for (const next of chosen) {
      expect((await change(await app.signInAs(person, "a"), current, next)).statusCode).toBe(200);
      current = next;
    }
    const again = await change(await app.signInAs(person, "a"), current, chosen[0] ?? "");
    expect([again.statusCode, again.json().errors]).toMatchObject([
      400,
      [{ field: "newPassword", code: "used_before", message: "You have used this password before. Choose another one." }],
    ]);
    // The fourth latest may come back.
    expect((await change(await app.signInAs(person, "a"), current, testPassword)).statusCode).toBe(200);
    const kept = await inSystem((db) =>
      db.selectFrom("account_security").select("old_passwords").where("user_id", "=", person.id).executeTakeFirstOrThrow(),
    );
    expect(kept.old_passwords).toHaveLength(2);
    await set({ passwordHistory: null });
    expect((await change(await app.signInAs(person, "a"), testPassword, chosen[0] ?? "")).statusCode).toBe(200);
    const after = await inSystem((db) =>
      db.selectFrom("account_security").select("old_passwords").where("user_id", "=", person.id).executeTakeFirstOrThrow(),
    );
    expect(after.old_passwords).toEqual([]);
  });

  test("an old password opens nothing but the page for a new one, which leads on; without the setting it stays good", async () => {
    const person = await app.aPerson("a");
    const age = (days: number) =>
      inSystem((db) =>
        db
          .updateTable("users")
          .set({ password_changed_at: sql<Date>`now() - make_interval(days => ${days})` })
          .where("id", "=", person.id)
          .execute(),
      );
    await age(4000);
    expect((await login(person.email, testPassword, { returnUrl: "/v/student/history" })).json().redirect).toBe("/v/student/history");
    await set({ passwordMaxDays: "90" });
    await age(89);
    expect((await login(person.email, testPassword, { returnUrl: "/v/student/history" })).json().redirect).toBe("/v/student/history");
    await age(91);
    const reply = await login(person.email, testPassword, { returnUrl: "/v/student/history" });
    expect(reply.json().redirect).toBe("/v/auth/passwordChange?ReturnUrl=%2Fv%2Fstudent%2Fhistory");
    const cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
    const cookie = `stoa_session=${cookies.stoa_session}; stoa_csrf=${cookies.stoa_csrf}`;
    const asked = (url: string) => app.server.inject({ url, headers: { host: "a.test", cookie } });
    expect((await asked("/rest/account/sessions")).json().code).toBe("must_change_password");
    const changed = await app.server.inject({
      method: "POST",
      url: "/rest/auth/changePassword",
      headers: { host: "a.test", origin: "http://a.test", cookie, "x-csrf-token": String(cookies.stoa_csrf) },
      payload: { currentPassword: testPassword, newPassword: "seven quiet harbours", returnUrl: "/v/student/history" },
    });
    expect(changed.json()).toEqual({ redirect: "/v/student/history" });
    expect((await login(person.email, "seven quiet harbours")).json().redirect).not.toContain("passwordChange");
    await set({ passwordMaxDays: null });
  });

  test("a link that an admin hands over obeys it too", async () => {
    await set({ passwordMinLength: "20", passwordHistory: "2" });
    const person = await app.aPerson("a");
    const { url } = await linkFor(person.id, "a");
    const use = (newPassword: string) => app.anonymous("a").post("/rest/auth/reset", { token: String(url).split("#")[1], newPassword });
    expect((await use("seven harbours")).json().errors[0]).toMatchObject({ code: "too_small", params: { minimum: 20 } });
    expect((await use(testPassword)).json().errors[0]).toMatchObject({ code: "used_before" });
    expect((await use("seven quiet harbours and a lantern")).statusCode).toBe(200);
    await set({ passwordMinLength: null, passwordHistory: null });
  });
});

test("no password that somebody sets is mailed or kept anywhere in words (AUTH-5)", async () => {
  const person = await app.aPerson("a");
  const [changed, reset, tried] = ["violet moss and thunder", "copper gate and drizzle", "silver owl and gravel"];
  expect((await change(await app.signInAs(person, "a"), testPassword, changed)).statusCode).toBe(200);
  const { url } = await linkFor(person.id, "a");
  const token = String(url).split("#")[1];
  expect((await app.anonymous("a").post("/rest/auth/reset", { token, newPassword: reset })).statusCode).toBe(200);
  expect((await login(person.email, tried)).statusCode).toBe(401);
  await settleMail(app);
  const found = await inSystem(async (db) => {
    const { rows } = await sql<{ name: string }>`select format('%I', c.relname) as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'select')`.execute(db);
    const words = [changed, reset, tried].map((password) => `%${password}%`);
    const holding = await Promise.all(
      rows.map(async ({ name }) => {
        const held = await sql`select from ${sql.raw(name)} t where t::text like any (${words}::text[]) limit 1`.execute(db);
        return held.rows.length > 0 ? [name] : [];
      }),
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["messages", "notifications", "audit_events", "users"]));
    return holding.flat();
  });
  expect(found).toEqual([]);
  const sent = await inSystem((db) => db.selectFrom("messages").select("event").where("user_id", "=", person.id).execute());
  expect(sent.map(({ event }) => event)).toContain("password_changed");
});

test("however long and odd a password is, it is judged, and no strong one is refused (security.md 91)", async () => {
  const judged = (password: string) => passwordProblem(password, { policy: productPolicy, known: ["ada@learn.test", "AdaMoss", "Stoa"] });
  for (const odd of ["aB1!".repeat(50), "4@a".repeat(66), "\u0000".repeat(20), "👩‍🚀".repeat(40), "constructor __proto__"]) await judged(odd);
  for (const strong of ["Kj8#mPq2xv", "mein Fahrrad ist blau", "ünïcödé passé", "dragon bicycle sunset"])
    expect([strong, await judged(strong)]).toEqual([strong, null]);
  for (const [weak, code] of [
    ["adamoss2026", "too_personal"],
    ["iloveyou2026", "common"],
    ["Willkommen1", "common"],
    ["abcabcabcabc", "simple_pattern"],
    ["0987654321", "breached"],
  ] as const)
    expect([weak, (await judged(weak))?.code]).toEqual([weak, code]);
});

describe("how strong a password is, while it is typed", () => {
  const judge = async (password: string, client: Client = app.anonymous("a")) =>
    (await client.post("/rest/auth/strength", { password })).json() as { strength: string; problem: string | null };

  test("is told as it is judged when it is sent, in the words of the refusal", async () => {
    for (const password of [
      "stoa",
      "password1234",
      "qwertyuiop12",
      "aaaaaaaaaaaaaaaa",
      "quiet-lantern-harbour",
      "violet-harbour-lantern-41",
    ]) {
      const { strength, problem } = await judge(password);
      const person = await app.aPerson("a");
      const reply = await change(await app.signInAs(person, "a"), testPassword, password);
      const message = reply.statusCode === 200 ? null : reply.json().errors[0].message;
      expect([password, problem, ["good", "strong"].includes(strength)]).toEqual([password, message, message === null]);
    }
    expect(await judge("stoa")).toMatchObject({ strength: "short" });
    expect(await judge("password1234")).toMatchObject({ strength: "weak" });
    expect(await judge("violet-harbour-lantern-41")).toEqual({ strength: "strong", problem: null });
  });

  test("knows the email of whoever is signed in, and the portal's length", async () => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    expect(await judge(`${person.email}1`, client)).toMatchObject({ strength: "weak", problem: expect.stringContaining("too close") });
    await set({ passwordMinLength: "30" });
    expect(await judge("violet-harbour-lantern-41")).toMatchObject({ strength: "short", problem: "Use at least 30 characters." });
    await set({ passwordMinLength: null });
  });

  test("is asked only so often by one source, takes text alone, and nothing is kept of it (security.md row 55)", async () => {
    const strict = await startTestApp({ RATE_ANON_PER_IP: "3" });
    const nobody = strict.anonymous("a");
    const answers = [];
    for (let nth = 0; nth < 5; nth++) answers.push((await nobody.post("/rest/auth/strength", { password: "violet-harbour" })).statusCode);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    await strict.close();
    for (const password of [true, [], {}, null, 5, "", "x".repeat(201)])
      expect((await app.anonymous("a").post("/rest/auth/strength", { password })).statusCode).toBe(400);
  });
});
