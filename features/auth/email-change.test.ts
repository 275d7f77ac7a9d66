import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp, testPassword } from "#app/test/app.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { emailChangeMinutes } from "./email-contract.ts";

// A person's own change of email. Row 58 asks for the password, for a token at the new address, and that the old one is told.

let app: TestApp;
let mail: MailServer;
let nth = 0;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "10000", RATE_LOGIN_PER_ACCOUNT: "10000" });
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const path = "/rest/auth/email";
const fresh = () => `new${++nth}@moved.test`;
const inSystem = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("look in a test", work);
const ask = (client: Client, email: string, password = testPassword) => client.post(path, { email, password });
const confirm = (token: string, client: Client = app.anonymous("a")) => client.post(`${path}/confirm`, { token });
const emailOf = async (userId: number) =>
  (await inSystem((db) => db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow())).email;
const codeOf = (reply: Awaited<ReturnType<typeof confirm>>) => [reply.statusCode, reply.json().code];
const wrong = [404, "not_found"];
const entries = (key: PortalKey, userId: number) =>
  app.databases.inPortal(app.portal(key).id, (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("object_id", "=", userId)
      .where("action", "like", "email%")
      .orderBy("id")
      .execute(),
  );

/** What was mailed to an address: subjects and links. */
async function lettersTo(email: string) {
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken
    .filter(({ to }) => to === email)
    .map(({ text }) => {
      const plain = text.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      return {
        subject: /^Subject: (.*)$/m.exec(plain)?.[1] ?? "",
        token: /a\.test[^\s"]*\/v\/auth\/email#([\w-]{43})/.exec(plain)?.[1],
        plain,
      };
    });
}
const tokenTo = async (email: string) => (await lettersTo(email)).findLast(({ token }) => token)?.token ?? "missing";

async function someone(key: PortalKey = "a") {
  const person = await app.aPerson(key);
  return { person, client: await app.signInAs(person, key) };
}
async function inBoth() {
  const { person, client } = await someone();
  await app.databases.inPeople(app.portal("b").id, "prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute(),
  );
  return { person, client };
}

test("the email changes by the link in the new mailbox and not before; the old one is told both times (security.md row 58)", async () => {
  const { person, client } = await inBoth();
  const email = fresh();
  const asked = await ask(client, email.toUpperCase());
  expect(asked.json()).toMatchObject({ email: person.email, isKept: false, isMailed: true, pending: { email } });
  expect(await emailOf(person.id)).toBe(person.email);
  const [told] = await lettersTo(person.email);
  expect(told).toMatchObject({ subject: "Your email is about to change", token: undefined });
  expect(told?.plain).not.toContain(email);
  // It waits in each of the person's portals, because they have one email in all of them.
  const there = await app.signInAs(person, "b");
  expect((await there.get(path)).json()).toMatchObject({ pending: { email } });
  const token = await tokenTo(email);
  const looked = await app.anonymous("a").post(`${path}/look`, { token });
  expect(looked.json()).toEqual({ email, from: `${person.email[0]}…${person.email.slice(person.email.indexOf("@"))}` });
  // Of many at once one changes it.
  const replies = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
  expect(replies.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json())).toEqual([
    { email, redirect: "/v/auth/login" },
  ]);
  expect(await emailOf(person.id)).toBe(email);
  expect((await lettersTo(person.email)).map(({ subject }) => subject)).toEqual([
    "Your email is about to change",
    "Your email was changed",
  ]);
  const changed = { action: "email_changed", before: { email: person.email }, after: { email } };
  expect(await entries("a", person.id)).toMatchObject([{ action: "email_change_asked", after: { email } }, changed]);
  expect(await entries("b", person.id)).toMatchObject([changed]);
  const login = (of: string) => app.anonymous("a").post("/rest/auth/login", { email: of, password: testPassword });
  expect((await login(person.email)).statusCode).toBe(401);
  expect((await login(email)).statusCode).toBe(200);
});

test("a change ends every other session and token; the browser that opens the link goes on under a new token (security.md rows 25 and 58)", async () => {
  const { person, client } = await inBoth();
  const [other, there] = [await app.signInAs(person, "a"), await app.signInAs(person, "b")];
  const email = fresh();
  await ask(client, email);
  await app.anonymous("a").post("/rest/auth/forgot", { email: person.email });
  const done = await confirm(await tokenTo(email), client);
  expect(done.json()).toEqual({ email, redirect: "/v/student/myAccount" });
  for (const ended of [client, other, there]) expect((await ended.get("/rest/account")).statusCode).toBe(401);
  const cookie = done.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const renewed = await app.server.inject({ url: "/rest/account", headers: { host: "a.test", cookie } });
  expect(renewed.json().email).toBe(email);
  const left = await inSystem((db) =>
    sql<{ count: number }>`select (select count(*) from password_links where user_id = ${person.id})::int
      + (select count(*) from email_changes where user_id = ${person.id})::int as count`.execute(db),
  );
  expect(left.rows).toEqual([{ count: 0 }]);
});

test("without the present password nothing is asked for, and nobody is mailed (security.md row 58)", async () => {
  const { person, client } = await someone();
  const email = fresh();
  for (const password of ["wrong", "0e1"]) {
    const reply = await ask(client, email, password);
    expect([reply.statusCode, reply.json().errors]).toEqual([
      400,
      [expect.objectContaining({ field: "password", code: "wrong_password" })],
    ]);
  }
  for (const body of [{ email }, { email, password: "" }, { email, password: true }, { email: "no address", password: testPassword }, {}])
    expect((await client.post(path, body)).statusCode).toBe(400);
  expect((await ask(client, person.email)).json().errors).toMatchObject([{ field: "email", code: "same_email" }]);
  expect((await client.get(path)).json().pending).toBeNull();
  expect([await lettersTo(email), await lettersTo(person.email)]).toEqual([[], []]);
});

test("nobody asks for, sees or withdraws another person's change, whoever they name and in whatever portal (security.md row 58)", async () => {
  const { client, person } = await someone();
  const [other, there] = [await someone(), await someone("b")];
  const email = fresh();
  await ask(client, email);
  for (const stranger of [other.client, there.client]) {
    expect((await stranger.get(`${path}?userId=${person.id}`)).json()).toMatchObject({ pending: null });
    expect((await stranger.post(`${path}/withdraw`, { userId: person.id })).json()).toMatchObject({ pending: null });
  }
  await other.client.post(path, { email: fresh(), password: testPassword, userId: person.id });
  expect((await client.get(path)).json().pending).toMatchObject({ email });
  const token = await tokenTo(email);
  // A link works in its portal alone; a stranger who is signed in there changes nothing of their own by it.
  expect(codeOf(await confirm(token, app.anonymous("b")))).toEqual(wrong);
  expect(codeOf(await app.anonymous("b").post(`${path}/look`, { token }))).toEqual(wrong);
  expect((await confirm(token, other.client)).json()).toEqual({ email, redirect: "/v/auth/login" });
  expect([await emailOf(person.id), await emailOf(other.person.id)]).toEqual([email, other.person.email]);
  expect((await other.client.get("/rest/account")).statusCode).toBe(200);
  for (const call of [app.anonymous("a").get(path), ask(app.anonymous("a"), email), app.anonymous("a").post(`${path}/withdraw`)])
    expect((await call).statusCode).toBe(401);
});

test("a link is hashed, ends after an hour, with a newer one, by withdrawing, with a new password and with a change by somebody else (security.md rows 57 and 58)", async () => {
  const { person, client } = await someone();
  const kept = (column: string) =>
    inSystem(
      async (db) =>
        (
          await sql<{
            row: string;
            minutes: number;
          }>`select to_json(c)::text as row, extract(epoch from expires_at - now())::int / 60 as minutes
      from email_changes c where ${sql.ref(column)} = ${person.id}`.execute(db)
        ).rows[0],
    );
  const emails = Array.from({ length: 5 }, fresh) as [string, string, string, string, string];
  await ask(client, emails[0]);
  const first = await tokenTo(emails[0]);
  const row = await kept("user_id");
  expect(row?.row).not.toContain(first);
  expect(Number(row?.minutes)).toBeLessThanOrEqual(emailChangeMinutes);
  await ask(client, emails[1]);
  expect(codeOf(await confirm(first))).toEqual(wrong);
  const second = await tokenTo(emails[1]);
  expect((await client.post(`${path}/withdraw`)).json().pending).toBeNull();
  expect(codeOf(await confirm(second))).toEqual(wrong);
  expect((await entries("a", person.id)).at(-1)).toMatchObject({ action: "email_change_withdrawn", before: { email: emails[1] } });
  await ask(client, emails[2]);
  await inSystem((db) => sql`update email_changes set expires_at = now() - interval '1 second' where user_id = ${person.id}`.execute(db));
  expect((await client.get(path)).json().pending).toBeNull();
  expect(codeOf(await confirm(await tokenTo(emails[2])))).toEqual(wrong);
  await ask(client, emails[3]);
  const other = await app.signInAs(person, "a");
  expect(
    (await other.post("/rest/auth/changePassword", { currentPassword: testPassword, newPassword: "violet-harbour-lantern-41" })).statusCode,
  ).toBe(200);
  for (const token of [await tokenTo(emails[3]), "unknown", ""]) expect(codeOf(await confirm(token))).toEqual(wrong);
  // What an admin changes meanwhile stays.
  const corrected = await someone();
  await ask(corrected.client, emails[4]);
  await inSystem((db) => db.updateTable("users").set({ email: "by-admin@moved.test" }).where("id", "=", corrected.person.id).execute());
  expect(codeOf(await confirm(await tokenTo(emails[4])))).toEqual(wrong);
  expect(await emailOf(corrected.person.id)).toBe("by-admin@moved.test");
});

test("a link that is opened while its person asks anew waits and then is none; neither fails (security.md row 58)", async () => {
  const { person, client } = await someone();
  const email = fresh();
  await ask(client, email);
  const token = await tokenTo(email);
  const opened = await inSystem(async (db) => {
    // As asking anew and ending everything do it: first the person, then what waits for them.
    await sql`select from users where id = ${person.id} for update`.execute(db);
    const reply = confirm(token);
    await expect.poll(async () => (await sql.raw(waitsForMe).execute(db)).rows.length).toBeGreaterThan(0);
    await db.deleteFrom("email_changes").where("user_id", "=", person.id).execute();
    return { reply };
  });
  expect(codeOf(await opened.reply)).toEqual(wrong);
  expect(await emailOf(person.id)).toBe(person.email);
});

test("whoever is suspended meanwhile changes nothing (security.md rows 24 and 58)", async () => {
  const { person, client } = await someone();
  const email = fresh();
  await ask(client, email);
  const token = await tokenTo(email);
  await inSystem((db) => sql`update memberships set status = 'suspended' where user_id = ${person.id}`.execute(db));
  expect(codeOf(await confirm(token))).toEqual(wrong);
});

test("an email that is taken has the same answer and the same row; only its mailbox is told (security.md rows 58 and 59)", async () => {
  const { client, person } = await someone();
  const other = await app.aPerson("b");
  const [known, unknown] = [(await ask(client, other.email)).json(), (await ask(client, fresh())).json()];
  const shape = ({ pending, ...rest }: typeof known) => ({ ...rest, pending: { ...pending, email: "", until: "" } });
  expect(shape(known)).toEqual(shape(unknown));
  expect(known.pending.email).toBe(other.email);
  await ask(client, other.email);
  expect((await client.get(path)).json().pending.email).toBe(other.email);
  const told = await lettersTo(other.email);
  expect(told.map(({ subject, token }) => [subject, token])).toEqual(
    Array.from({ length: 2 }, () => ["Your email stays with your account", undefined]),
  );
  // What the person may read of their own messages does not tell it either.
  const own = await inSystem((db) => db.selectFrom("messages").select("event").where("user_id", "=", person.id).execute());
  expect(new Set(own.map(({ event }) => event))).toEqual(new Set(["email_change_asked"]));
});

test("two who want one address at once: one gets it, the other is told that it cannot be used (security.md row 58)", async () => {
  const email = fresh();
  const both = [await someone(), await someone()];
  const tokens = [];
  for (const { client } of both) {
    expect((await ask(client, email)).statusCode).toBe(200);
    tokens.push(await tokenTo(email));
  }
  const replies = await Promise.all(tokens.map((token) => confirm(token)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("email_taken");
});

test("whose email comes from another system keeps it (security.md row 58)", async () => {
  const { client, person } = await inBoth();
  const email = fresh();
  await ask(client, email);
  await inSystem((db) =>
    sql`update memberships set external_id = ${`E-${person.id}`} where user_id = ${person.id} and portal_id = ${app.portal("b").id}`.execute(
      db,
    ),
  );
  expect((await client.get(path)).json().isKept).toBe(true);
  expect(codeOf(await ask(client, fresh()))).toEqual([403, "email_kept"]);
  expect(codeOf(await confirm(await tokenTo(email)))).toEqual(wrong);
});

test("a person asks for five new emails in a quarter of an hour, and no more (security.md rows 55 and 58)", async () => {
  const { client, person } = await someone();
  for (let time = 0; time < 5; time++) expect((await ask(client, fresh())).statusCode).toBe(200);
  expect(codeOf(await ask(client, fresh()))).toEqual([429, "too_many"]);
  expect((await lettersTo(person.email)).length).toBe(5);
});
