import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";

// What strangers try with the form that everybody may send.

let app: TestApp;
let mail: MailServer;
let admin: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "10000" });
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const opens = async (mode: "open" | "approval") =>
  expect((await admin.put("/rest/registration/settings", { mode, domains: [], fieldIds: [], terms: "" })).statusCode).toBe(200);
const register = (email: string, more: object = {}) =>
  app.anonymous("a").post("/rest/registration", { givenName: "Ines", familyName: "Vega", email, values: {}, ...more });
const confirm = (token: string) =>
  app.anonymous("a").post("/rest/registration/confirm", { token, newPassword: "violet-harbour-lantern-41" });
async function lettersTo(email: string) {
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
}
const tokensIn = (letters: readonly string[]) => letters.map((letter) => /\/v\/auth\/register#([\w-]{43})/.exec(letter)?.[1] ?? "missing");
const accountsOf = (email: string) =>
  app.databases.inSystem("look in a test", async (db) => {
    const { rows } = await sql<{ users: number; memberships: number }>`select
      (select count(*)::int from users where email = ${email}) as users,
      (select count(*)::int from memberships m join users u on u.id = m.user_id where u.email = ${email}) as memberships`.execute(db);
    return rows[0];
  });

test("security.md 57: of fifty confirmations of one email at once, by five links, one makes an account and none fails", async () => {
  await opens("open");
  const email = "race@new.test";
  for (let nth = 0; nth < 5; nth++) expect((await register(email)).statusCode).toBe(200);
  const tokens = tokensIn(await lettersTo(email));
  expect(new Set(tokens).size).toBe(5);
  const replies = await Promise.all(Array.from({ length: 50 }, (_, nth) => confirm(tokens[nth % 5] ?? "")));
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toEqual([200]);
  expect(codes.filter((code) => ![200, 404, 409].includes(code))).toEqual([]);
  expect(await accountsOf(email)).toEqual({ users: 1, memberships: 1 });
});

test("two approvals of one email at once make one account, and fail nobody", async () => {
  await opens("approval");
  const email = "two-at-once@new.test";
  const ids: number[] = [];
  for (let nth = 0; nth < 3; nth++) await register(email);
  for (const { id, email: of } of (await admin.get("/rest/registration/requests?state=unconfirmed")).json().rows as {
    id: number;
    email: string;
  }[])
    if (of === email) ids.push(id);
  expect(ids).toHaveLength(3);
  const replies = await Promise.all(
    ids.map((id) => admin.post("/rest/registration/requests/decide", { ids: [id], approves: true, reason: "" })),
  );
  expect(replies.map(({ statusCode }) => statusCode).filter((code) => code >= 500)).toEqual([]);
  expect(await accountsOf(email)).toEqual({ users: 1, memberships: 1 });
});

test("security.md 76: nobody sends words of their own to a stranger's mailbox", async () => {
  await opens("open");
  const email = "victim@stranger.test";
  const reply = await register(email, { givenName: "You won, see http://evil.test", familyName: "Call +1 555 0100" });
  expect([200, 400]).toContain(reply.statusCode);
  for (const letter of await lettersTo(email)) expect(letter).not.toMatch(/evil\.test|555 0100/);
  const broken = await register("header@stranger.test", { givenName: "A\r\nBcc: everybody@evil.test" });
  expect([200, 400]).toContain(broken.statusCode);
  for (const letter of await lettersTo("header@stranger.test")) expect(letter).not.toMatch(/^Bcc:/im);
});
