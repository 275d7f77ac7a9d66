import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type PortalKey, type TestApp, testPassword } from "#app/test/app.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { cookieNames } from "./server/cookies.ts";

let app: TestApp;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "10000" });
  const admin = await app.signIn("admin", "a");
  const { revision } = (await admin.get("/rest/settings")).json();
  expect((await admin.post("/rest/settings", { revision, values: { signInByLink: "true" } })).statusCode).toBe(200);
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const session = cookieNames(false).session;
const ask = (email: string, more: object = {}, key: PortalKey = "a") => app.anonymous(key).post("/rest/auth/link", { email, ...more });
const use = (token: string, key: PortalKey = "a") => app.anonymous(key).post("/rest/auth/link/use", { token });
async function tokensTo(email: string): Promise<string[]> {
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken
    .filter(({ to }) => to === email)
    .map(
      ({ text }) => /a\.test[^\s"]*\/v\/auth\/link#([\w-]{43})/.exec(text.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1] ?? "missing",
    );
}
const tokenTo = async (email: string) => (await tokensTo(email)).at(-1) ?? "missing";
const wrong = { status: 401, code: "wrong_link" };
const refusalOf = (reply: Awaited<ReturnType<typeof use>>) => ({ status: reply.statusCode, code: reply.json().code });

test("a link signs in once, leads to the page that was wanted, and opening its page uses nothing up", async () => {
  const person = await app.aPerson("a");
  const wanted = "/v/course/catalog/categories?x=1";
  expect((await ask(person.email.toUpperCase(), { returnUrl: wanted })).json()).toEqual({ minutes: 15, isMailed: true });
  const token = await tokenTo(person.email);
  for (let nth = 0; nth < 3; nth++) expect((await app.anonymous("a").get("/v/auth/link")).statusCode).toBe(200);
  // Of many at once one is let in.
  const replies = await Promise.all(Array.from({ length: 8 }, () => use(token)));
  const entered = replies.filter(({ statusCode }) => statusCode === 200);
  expect(entered.map((reply) => reply.json())).toEqual([{ redirect: wanted, userId: person.id }]);
  expect(entered[0]?.cookies.some(({ name, value }) => name === session && value !== "")).toBe(true);
  expect(replies.filter(({ statusCode }) => statusCode !== 200).map(refusalOf)).toEqual(Array.from({ length: 7 }, () => wrong));
});

test("known and unknown emails have one answer, and only a member who may enter gets a letter (security.md row 59)", async () => {
  const [member, suspended, elsewhere] = [await app.aPerson("a"), await app.aPerson("a", { status: "suspended" }), await app.aPerson("b")];
  const system = app.person("system", "a");
  for (const { email } of [member, suspended, elsewhere, system, { email: "nobody@nowhere.test" }]) {
    const reply = await ask(email);
    expect([email, reply.statusCode, reply.json()]).toEqual([email, 200, { minutes: 15, isMailed: true }]);
  }
  expect(await Promise.all([member, suspended, elsewhere, system].map(async ({ email }) => (await tokensTo(email)).length))).toEqual([
    1, 0, 0, 0,
  ]);
});

test("a link is hashed, ends after a quarter of an hour, with a newer one, with a new password, and works in its portal alone (security.md row 57)", async () => {
  const person = await app.aPerson("a");
  await ask(person.email);
  const first = await tokenTo(person.email);
  const kept = await app.databases.inSystem("look in a test", async (db) => {
    const { rows } = await sql<{
      row: string;
      minutes: number;
    }>`select to_json(l)::text as row, extract(epoch from expires_at - now()) / 60 as minutes
      from sign_in_links l where user_id = ${person.id}`.execute(db);
    return rows[0];
  });
  expect(kept?.row).not.toContain(first);
  expect(Number(kept?.minutes)).toBeLessThanOrEqual(15);
  await ask(person.email);
  const second = await tokenTo(person.email);
  expect(refusalOf(await use(first))).toEqual(wrong);
  expect((await use(second, "b")).json().code).toBe("link_off");
  await app.databases.inSystem("as if it was over", (db) =>
    sql`update sign_in_links set expires_at = now() - interval '1 second' where user_id = ${person.id}`.execute(db),
  );
  expect(refusalOf(await use(second))).toEqual(wrong);
  await ask(person.email);
  const third = await tokenTo(person.email);
  const client = await app.signInAs(person, "a");
  const changed = { currentPassword: testPassword, newPassword: "violet-harbour-lantern-41" };
  expect((await client.post("/rest/auth/changePassword", changed)).statusCode).toBe(200);
  for (const token of [third, "unknown", ""]) expect((await use(token)).json().code).toBe("wrong_link");
});

test("a second factor is asked for after a link too (security.md row 54)", async () => {
  const person = await app.aPerson("a");
  await app.databases.inSystem("an authenticator app", (db) =>
    db
      .insertInto("account_security")
      .values({ user_id: person.id, totp_at: new Date(), totp_secret: Buffer.alloc(8) })
      .execute(),
  );
  await ask(person.email, { returnUrl: "/v/student/history" });
  const reply = await use(await tokenTo(person.email));
  expect(reply.json()).toEqual({ step: "factor", userId: person.id, redirect: "/v/auth/mfa?ReturnUrl=%2Fv%2Fstudent%2Fhistory" });
  expect(reply.cookies.some(({ name, value }) => name === session && value !== "")).toBe(false);
});

test("a portal that has not switched it on sends no link", async () => {
  const { email } = await app.aPerson("b");
  expect((await ask(email, {}, "b")).json().code).toBe("link_off");
});
