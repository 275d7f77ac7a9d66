import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp, testPassword } from "#app/test/app.ts";
import { cookieNames } from "./server/cookies.ts";
import { softPasskey } from "./test/soft-passkey.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "1000" }, { loginWait: async () => undefined });
});
afterAll(() => app?.close());

const origin = "http://a.test";
const names = cookieNames(false);
const challengeIn = (reply: Awaited<ReturnType<Client["post"]>>) => reply.json().options.challenge as string;

/** A person with a passkey, in the session that added it. */
async function withPasskey(name = "My phone") {
  const person = await app.aPerson("a");
  const first = await app.signInAs(person, "a");
  const key = softPasskey("a.test");
  const begun = await first.post("/rest/auth/factors/passkey", { password: testPassword });
  const added = await first.post("/rest/auth/factors/passkey/confirm", {
    name,
    answer: key.made({ challenge: challengeIn(begun), origin }),
  });
  expect([added.statusCode, added.json().recoveryCodes]).toMatchObject([200, expect.any(Array)]);
  return { person, key, first, begun, client: await app.signInAs(person, "a") };
}

/** A sign-in that waits for its second factor. */
async function waiting(email: string) {
  const visitor = app.anonymous("a");
  const reply = await visitor.post("/rest/auth/login", { email, password: testPassword, returnUrl: "/v/student/history" });
  expect(reply.json()).toMatchObject({ step: "factor" });
  const step = reply.cookies.find((cookie) => cookie.name === names.step)?.value ?? "missing";
  return { post: (url: string, body?: object) => visitor.post(url, body, { cookie: `${visitor.cookie}; ${names.step}=${step}` }) };
}
const prove = (browser: Awaited<ReturnType<typeof waiting>>, code: string) =>
  browser.post("/rest/auth/mfa", { factor: "passkey", code, trust: false });
const listOf = async (client: Client) =>
  (await client.get("/rest/auth/factors")).json().passkeys as { id: number; name: string; isCopied: boolean }[];

describe("a passkey as the second factor (AUTH-6)", () => {
  test("is added, ends other sessions, is asked for at the next sign-in, and opens the page that was wanted (security.md 25, 53, 54)", async () => {
    const { person, key, first } = await withPasskey();
    expect((await first.get("/rest/account")).statusCode).toBe(401);
    const browser = await waiting(person.email);
    const asked = await browser.post("/rest/auth/mfa/passkey");
    expect(asked.json().options).toMatchObject({ rpId: "a.test", allowCredentials: [{ id: key.id }] });
    const entered = await prove(browser, key.proven({ challenge: challengeIn(asked), origin }, { uses: 1 }));
    expect(entered.json()).toEqual({ redirect: "/v/student/history", userId: person.id });
  });

  test("proves nothing by an old answer, another site's, another person's, a wrong signature, or out of a sign-in", async () => {
    const { person, key } = await withPasskey();
    const other = await withPasskey();
    const browser = await waiting(person.email);
    const ask = async () => challengeIn(await browser.post("/rest/auth/mfa/passkey"));
    const phished = key.proven({ challenge: await ask(), origin: "http://a.test.evil.example" });
    expect((await prove(browser, phished)).statusCode).toBe(400);
    expect((await prove(browser, other.key.proven({ challenge: await ask(), origin }))).statusCode).toBe(400);
    expect((await prove(browser, key.proven({ challenge: "bm90IG91cnM", origin }))).statusCode).toBe(400);
    expect((await app.anonymous("a").post("/rest/auth/mfa/passkey")).statusCode).toBe(401);
    // Of another host's passkey the server knows nothing, and the answer of a sign-in is no answer to a step.
    const challenge = challengeIn(await app.anonymous("a").post("/rest/auth/passkey/start"));
    expect((await prove(browser, key.proven({ challenge, origin }))).statusCode).toBe(400);
    const again = await waiting(person.email);
    const right = key.proven({ challenge: challengeIn(await again.post("/rest/auth/mfa/passkey")), origin });
    expect((await prove(again, right)).statusCode).toBe(200);
    expect((await prove(await waiting(person.email), right)).statusCode).toBe(400);
    for (const odd of ["{}", "[]", "null", '{"id":1}', `{"id":"${key.id}"}`, "no json"])
      expect([odd, (await prove(await waiting(person.email), odd)).statusCode]).toEqual([odd, 400]);
  });

  test("that counts backwards is a copy: it opens nothing any more, and its owner is told", async () => {
    const { person, key, client } = await withPasskey();
    const use = async (uses: number) => {
      const browser = await waiting(person.email);
      return prove(browser, key.proven({ challenge: challengeIn(await browser.post("/rest/auth/mfa/passkey")), origin }, { uses }));
    };
    expect((await use(5)).statusCode).toBe(200);
    expect((await use(5)).statusCode).toBe(400);
    expect((await use(9)).statusCode).toBe(400);
    expect(await listOf(await app.signInAs(person, "a"))).toMatchObject([{ isCopied: true }]);
    const told = await app.databases.inSystem("look in a test", (db) =>
      db
        .selectFrom("notifications")
        .select("variables")
        .where("user_id", "=", client.userId)
        .where("event", "=", "factor_changed")
        .execute(),
    );
    expect(JSON.stringify(told)).toContain("passkey_copied");
  });

  test("is renamed and removed by its owner alone, removed with the password; an admin's reset takes it too", async () => {
    const { person, client } = await withPasskey("Old phone");
    const [key] = await listOf(client);
    const stranger = await app.signIn("student", "a");
    const rename = (who: Client) => who.post("/rest/auth/factors/passkey/rename", { passkeyId: key?.id, name: " New phone " });
    expect((await rename(stranger)).statusCode).toBe(404);
    expect((await rename(client)).json()).toEqual({ name: "New phone" });
    const remove = (who: Client, password: string) => who.post("/rest/auth/factors/passkey/remove", { passkeyId: key?.id, password });
    expect((await remove(client, "wrong")).statusCode).toBe(400);
    expect((await remove(stranger, testPassword)).statusCode).toBe(404);
    expect((await remove(client, testPassword)).statusCode).toBe(200);
    const without = await app.anonymous("a").post("/rest/auth/login", { email: person.email, password: testPassword });
    expect(without.json()).not.toHaveProperty("step");

    const second = await withPasskey();
    const admin = await app.signIn("admin", "a");
    expect((await admin.get(`/rest/people/${second.person.id}/protection`)).json()).toMatchObject({ passkeys: 1 });
    const reset = await admin.post(`/rest/people/${second.person.id}/protection/reset`, { reason: "Lost it" });
    expect([reset.statusCode, reset.json()]).toEqual([200, { removed: true }]);
    expect(await listOf(await app.signInAs(second.person, "a"))).toEqual([]);
  });
});

describe("a passkey in place of the password", () => {
  const signIn = async (key: ReturnType<typeof softPasskey>, more: object = {}, returnUrl = "/v/student/history") => {
    const visitor = app.anonymous("a");
    const challenge = challengeIn(await visitor.post("/rest/auth/passkey/start"));
    return visitor.post("/rest/auth/passkey", { answer: key.proven({ challenge, origin }, more), returnUrl });
  };

  test("opens a session by itself when it has verified the person, and the page that was wanted", async () => {
    const { person, key } = await withPasskey();
    expect((await signIn(key, { uses: 1, isVerified: false })).statusCode).toBe(401);
    const entered = await signIn(key, { uses: 2 });
    expect([entered.statusCode, entered.json()]).toEqual([200, { redirect: "/v/student/history", userId: person.id }]);
    expect((await signIn(key, { uses: 3 }, "https://evil.example/")).json().redirect).not.toContain("evil");
    expect((await signIn(key, { uses: 3 })).statusCode).toBe(401);
    expect((await signIn(softPasskey("a.test"))).json()).toMatchObject({ code: "wrong_passkey" });
  });

  test("opens nothing for somebody who may not enter (security.md 24), nor in another portal (security.md 29)", async () => {
    const { person, key } = await withPasskey();
    const visitor = app.anonymous("b");
    const challenge = challengeIn(await visitor.post("/rest/auth/passkey/start"));
    expect((await visitor.post("/rest/auth/passkey", { answer: key.proven({ challenge, origin: "http://b.test" }) })).statusCode).toBe(401);
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", person.id).execute(),
    );
    expect((await signIn(key, { uses: 1 })).statusCode).toBe(401);
  });
});
