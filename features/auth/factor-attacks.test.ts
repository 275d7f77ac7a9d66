import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { cookieNames } from "./server/cookies.ts";

// What somebody tries who knows a password and has no second factor, or has got hold of a session.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "10000" }, { loginWait: async () => undefined });
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const names = cookieNames(false);
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function withApp(client: Client) {
  const { secret } = (await client.post("/rest/auth/factors/totp", { password: testPassword })).json() as { secret: string };
  expect((await client.post("/rest/auth/factors/totp/confirm", { code: codeOf(secret) })).statusCode).toBe(200);
  // As if time had passed: the code that counts now can be used again.
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("account_security").set({ totp_step: 0 }).where("user_id", "=", client.userId).execute(),
  );
  return secret;
}

/** A sign-in that waits for its second factor, as the browser that began it. */
async function waitingSignIn(email: string) {
  const visitor = app.anonymous("a");
  const reply = await visitor.post("/rest/auth/login", { email, password: testPassword });
  expect(reply.json()).toHaveProperty("step");
  const step = reply.cookies.find(({ name }) => name === names.step)?.value ?? "missing";
  const cookie = `${visitor.cookie}; ${names.step}=${step}`;
  return { post: (url: string, body: object) => visitor.post(url, body, { cookie }) };
}
const prove = (browser: { post: Client["post"] }, code: string) => browser.post("/rest/auth/mfa", { factor: "totp", code, trust: false });

test("security.md 25: a new password by a link ends sign-ins under way and the trust in browsers", async () => {
  const person = await app.aPerson("a");
  const secret = await withApp(await app.signInAs(person, "a"));
  const stolen = await waitingSignIn(person.email);
  const link = (await admin.post(`/rest/people/${person.id}/passwordLink`, { life: "day" })).json() as { url: string };
  const token = link.url.split("#")[1] ?? "";
  const trusted = await app.databases.inSystem("trust a browser", (db) =>
    db
      .updateTable("known_browsers")
      .set({ trusted_until: new Date(Date.now() + 86_400_000) })
      .where("user_id", "=", person.id)
      .returning("id")
      .execute(),
  );
  const reset = await app.anonymous("a").post("/rest/auth/reset", { token, newPassword: "violet-harbour-lantern-41" });
  expect(reset.statusCode).toBe(200);
  expect([(await prove(stolen, codeOf(secret))).statusCode, trusted.length]).toEqual([401, trusted.length]);
  const left = await app.databases.inSystem("look in a test", (db) =>
    db.selectFrom("known_browsers").select("id").where("user_id", "=", person.id).where("trusted_until", "is not", null).execute(),
  );
  expect(left).toEqual([]);
});

test("security.md 54: whoever got hold of an admin's session does not take the admin's own second factor away with it", async () => {
  const boss = await app.aPerson("a", { isAdmin: true });
  const client = await app.signInAs(boss, "a");
  await withApp(client);
  const session = await app.signInAs(boss, "a");
  const reply = await session.post(`/rest/people/${boss.id}/protection/reset`, { reason: "Mine" });
  expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: "own_record" }]);
  expect((await admin.get(`/rest/people/${boss.id}/protection`)).json()).toMatchObject({ totpSince: expect.any(String) });
});

test("security.md 14, 29: own second factors are there for whoever is signed in here alone, and each change of them is in the audit log", async () => {
  const person = await app.aPerson("a");
  const own = await app.signInAs(person, "a");
  const secret = await withApp(own);
  const client = await app.signInAs(person, "a");
  const calls: [string, object][] = [
    ["/rest/auth/factors/totp", { password: testPassword }],
    ["/rest/auth/factors/totp/confirm", { code: codeOf(secret) }],
    ["/rest/auth/factors/recovery", { password: testPassword }],
    ["/rest/auth/factors/browsers/forget", { browserId: null }],
    ["/rest/auth/factors/totp/remove", { password: testPassword }],
  ];
  const visitor = app.anonymous("a");
  const abroad = app.anonymous("b");
  const taken = { cookie: client.cookie, "x-csrf-token": client.csrf };
  for (const [url, body] of calls) {
    expect([url, (await visitor.post(url, body)).statusCode]).toEqual([url, 401]);
    expect([url, (await abroad.post(url, body, taken)).statusCode]).toEqual([url, 401]);
  }
  expect((await visitor.get("/rest/auth/factors")).statusCode).toBe(401);
  expect((await abroad.get("/rest/auth/factors", taken)).statusCode).toBe(401);
  // Nothing of that changed anything.
  expect((await client.get("/rest/auth/factors")).json()).toMatchObject({ totpSince: expect.any(String), recoveryLeft: 10 });

  const browser = await waitingSignIn(person.email);
  expect((await browser.post("/rest/auth/mfa", { factor: "totp", code: "wrong", trust: false })).statusCode).toBe(400);
  expect((await browser.post("/rest/auth/mfa", { factor: "totp", code: codeOf(secret), trust: true })).statusCode).toBe(200);
  expect((await client.post("/rest/auth/factors/browsers/forget", { browserId: null })).json()).toEqual({ ended: 1 });
  expect((await client.post("/rest/auth/factors/recovery", { password: testPassword })).json().recoveryCodes).toHaveLength(10);
  expect((await client.post("/rest/auth/factors/totp/remove", { password: testPassword })).json()).toEqual({ removed: true });
  const rows = await app.databases.inSystem("read the audit log", (db) =>
    db.selectFrom("audit_events").select(["action", "portal_id as portalId"]).where("actor_id", "=", person.id).orderBy("id").execute(),
  );
  expect(rows.every(({ portalId }) => portalId === app.portal("a").id)).toBe(true);
  const actions = rows.map(({ action }) => action);
  expect(actions.slice(actions.indexOf("totp_added"))).toEqual([
    "totp_added",
    // The session that the test goes on in.
    "signed_in",
    "factor_failed",
    "signed_in",
    "browsers_distrusted",
    "recovery_made",
    "totp_removed",
  ]);
});

test("security.md 55: of fifty guesses at once, in one sign-in and in several, few are tried; of one right code at once one counts", async () => {
  const person = await app.aPerson("a");
  const secret = await withApp(await app.signInAs(person, "a"));
  const browsers = [await waitingSignIn(person.email), await waitingSignIn(person.email), await waitingSignIn(person.email)];
  const right = codeOf(secret);
  const uses = await Promise.all(browsers.map((browser) => prove(browser, right)));
  expect(uses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const browser = await waitingSignIn(person.email);
  const wrong = right === "000000" ? "111111" : "000000";
  const guesses = await Promise.all(Array.from({ length: 50 }, () => prove(browser, wrong)));
  expect(guesses.filter(({ statusCode }) => statusCode === 200)).toEqual([]);
  expect(guesses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  // Each that was tried is written down.
  const { tried } = await app.databases.inSystem("look in a test", (db) =>
    db
      .selectFrom("audit_events")
      .select((eb) => eb.fn.countAll<number>().as("tried"))
      .where("action", "=", "factor_failed")
      .where("actor_id", "=", person.id)
      .executeTakeFirstOrThrow(),
  );
  expect(Number(tried)).toBeLessThanOrEqual(15);
});
