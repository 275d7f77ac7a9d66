import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, testPassword, type TestApp } from "#app/test/app.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { changeIdentities } from "#features/import/server/write-rows.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";

let app: TestApp;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "1000" });
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const newPassword = "violet-harbour-lantern-41";
const ask = (email: string, more: object = {}) => app.anonymous("a").post("/rest/auth/forgot", { email, ...more });
const reset = (token: string, more: object = {}) => app.anonymous("a").post("/rest/auth/reset", { token, newPassword, ...more });
const signIn = (email: string, password: string) => app.anonymous("a").post("/rest/auth/login", { email, password });

/** The letters that the mail server has taken for an address, without the line breaks of their transport. */
async function lettersTo(email: string): Promise<string[]> {
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
}
const linkIn = (letter: string | undefined) => /(http:\/\/[^\s"#]+)#([\w-]{43})/.exec(letter ?? "") ?? [];

describe("a link to a new password by mail", () => {
  test("leads on the portal's stored host to a page where it works once, and ends all sessions (security.md 25, 56, 57)", async () => {
    const person = await app.aPerson("a");
    const before = await app.signInAs(person, "a");
    await app.databases.inSystem("a second host", (db) =>
      db
        .insertInto("portal_hosts")
        .values({ host: "other-a.test", portal_id: app.portal("a").id, is_primary: false })
        .execute(),
    );
    const { cookie, csrf } = app.anonymous("a");
    const asked = await app.server.inject({
      method: "POST",
      url: "/rest/auth/forgot",
      headers: { host: "a.test", origin: "http://a.test", cookie, "x-csrf-token": csrf, "x-forwarded-host": "evil.test" },
      payload: { email: person.email.toUpperCase(), returnUrl: "/v/student/history?year=2026" },
    });
    expect([asked.statusCode, asked.json()]).toEqual([200, { minutes: 30, isMailed: true }]);
    const letters = await lettersTo(person.email);
    expect(letters).toHaveLength(1);
    const [, address, token = ""] = linkIn(letters[0]);
    expect(address).toBe("http://a.test/v/auth/reset?ReturnUrl=%2Fv%2Fstudent%2Fhistory%3Fyear%3D2026");
    const done = await reset(token, { returnUrl: "/v/student/history?year=2026" });
    expect([done.statusCode, done.json()]).toEqual([200, { redirect: "/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory%3Fyear%3D2026" }]);
    expect((await reset(token)).statusCode).toBe(404);
    expect((await before.get("/rest/environment/")).statusCode).toBe(401);
    expect((await signIn(person.email, testPassword)).statusCode).toBe(401);
    expect((await signIn(person.email, newPassword)).statusCode).toBe(200);
  });

  test("is in no table and no kept copy (security.md 50, 57)", async () => {
    const person = await app.aPerson("a");
    await ask(person.email);
    const [letter] = await lettersTo(person.email);
    const [, , token = "missing"] = linkIn(letter);
    await app.databases.inSystem("look for the token", async (db) => {
      const { rows } = await sql<{ text: string }>`select row_to_json(m)::text as text from messages m where user_id = ${person.id}
        union all select row_to_json(l)::text from password_links l where user_id = ${person.id}`.execute(db);
      expect(rows).toHaveLength(2);
      for (const { text } of rows) expect(text).not.toContain(token);
    });
    const admin = await app.signIn("admin", "a");
    const [row] = (await admin.get(`/rest/mail/messages?person=${person.id}`)).json().rows;
    const kept =
      JSON.stringify((await admin.get(`/rest/mail/messages/${row.id}`)).json()) +
      (await admin.get(`/rest/mail/messages/${row.id}/body`)).body;
    expect(kept).toContain("/v/auth/reset#hidden");
    expect(kept).not.toContain(token);
  });

  test("works for 30 minutes (security.md 57)", async () => {
    const person = await app.aPerson("a");
    await ask(person.email);
    const [, , token = ""] = linkIn((await lettersTo(person.email))[0]);
    const age = (minutes: number) =>
      app.databases.inSystem("let time pass", (db) =>
        sql`update password_links set expires_at = expires_at - make_interval(mins => ${minutes}) where user_id = ${person.id}`.execute(db),
      );
    await age(31);
    expect((await reset(token)).statusCode).toBe(404);
    await age(-2);
    expect((await reset(token)).statusCode).toBe(200);
  });

  test("comes to admins and to members of two portals too, and ends no link that an admin made", async () => {
    const admin = await app.signIn("admin", "a");
    const person = await app.aPerson("a");
    const made = (await admin.post(`/rest/people/${person.id}/passwordLink`, { life: "day" })).json().url as string;
    await ask(person.email);
    expect(await lettersTo(person.email)).toHaveLength(1);
    expect((await reset(made.split("#")[1] ?? "")).statusCode).toBe(200);
    await ask("admin@a.test");
    const [, , token = ""] = linkIn((await lettersTo("admin@a.test"))[0]);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await signIn("admin@a.test", newPassword)).statusCode).toBe(200);
  });

  test("is answered alike for everybody, and sent to nobody who may not enter (security.md 59)", async () => {
    const suspended = await app.aPerson("a");
    const elsewhere = await app.aPerson("b");
    const known = await app.aPerson("a");
    const left = await (
      await app.signIn("admin", "a")
    ).post(`/rest/people/${suspended.id}/status`, { status: "suspended", reason: "left" });
    expect(left.statusCode).toBe(200);
    const answers = [];
    for (const email of [known.email, suspended.email, elsewhere.email, "nobody@nowhere.test"]) {
      const { statusCode, body, headers } = await ask(email);
      answers.push({ statusCode, body, headers: Object.keys(headers).toSorted() });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await lettersTo(known.email)).toHaveLength(1);
    for (const email of [suspended.email, elsewhere.email, "nobody@nowhere.test"]) expect(await lettersTo(email)).toEqual([]);
  });

  test("security.md 14: goes to no email that somebody else gave a person, before they have signed in with it", async () => {
    const manager = await app.signIn("manager", "a");
    const admin = await app.signIn("admin", "a");
    const taken = async (by: typeof admin, person: { id: number }, name: string) => {
      const email = `${name}@mallory.test`;
      const reply = await by.put(`/rest/people/${person.id}/profile`, { givenName: "Given", familyName: "Name", email });
      expect([name, reply.statusCode]).toEqual([name, 200]);
      expect((await ask(email)).statusCode).toBe(200);
      return email;
    };
    // A manager takes over a manager with more rights, or anybody else; an admin another admin.
    const peer = await app.aPerson("a", { isManager: true, isAuthor: true });
    const learner = await app.aPerson("a");
    const boss = await app.aPerson("a", { isAdmin: true });
    for (const [by, person, name] of [
      [manager, peer, "peer"],
      [manager, learner, "learner"],
      [admin, boss, "boss"],
    ] as const)
      expect(await lettersTo(await taken(by, person, name))).toEqual([]);
    // Nor by a table.
    const other = await app.aPerson("a");
    await app.databases.inPeople(app.portal("a").id, "as an import does", (db) =>
      changeIdentities(db, { databases: app.databases, portalId: app.portal("a").id }, [{ userId: other.id, email: "table@mallory.test" }]),
    );
    await ask("table@mallory.test");
    expect(await lettersTo("table@mallory.test")).toEqual([]);
    // Whoever signs in with it has shown that it is theirs; an account without a password is nobody's yet.
    expect((await signIn("learner@mallory.test", testPassword)).statusCode).toBe(200);
    await ask("learner@mallory.test");
    expect(await lettersTo("learner@mallory.test")).toHaveLength(1);
    const added = await admin.post("/rest/people", { email: "typo@new.test", givenName: "New", familyName: "Here", externalId: "" });
    expect(added.statusCode).toBe(200);
    await taken(manager, { id: added.json().userId }, "right");
    expect(await lettersTo("right@mallory.test")).toHaveLength(1);
    const author = await admin.post("/rest/people", { email: "author@new.test", givenName: "New", familyName: "Author", externalId: "" });
    const { userId } = author.json();
    const role = { userId, role: "Author", copyId: null, scope: { kind: "portal" }, startsAt: null, endsAt: null };
    expect((await admin.post("/rest/roles", role)).statusCode).toBe(200);
    expect(await lettersTo(await taken(manager, { id: userId }, "author"))).toEqual([]);
  });

  test("is asked for five times in a quarter of an hour at most, whoever the email belongs to (security.md 55)", async () => {
    const { email } = await app.aPerson("a");
    for (const one of [email, "nobody-again@nowhere.test"]) {
      const codes = [];
      for (let nth = 0; nth < 6; nth++) codes.push((await ask(one)).statusCode);
      expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test("takes no ReturnUrl of another site along (security.md 52)", async () => {
    const { email } = await app.aPerson("a");
    for (const returnUrl of ["https://evil.test/", "//evil.test", "/v/auth/login"]) await ask(email, { returnUrl });
    for (const letter of await lettersTo(email)) expect(linkIn(letter)[1]).toBe("http://a.test/v/auth/reset");
  });
});
