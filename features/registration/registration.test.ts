import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";

let app: TestApp;
let mail: MailServer;
let admin: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const newPassword = "violet-harbour-lantern-41";
const plain = { mode: "open", domains: [], fieldIds: [], terms: "" };
const settle = async (settings: object) => {
  const reply = await admin.put("/rest/registration/settings", { ...plain, ...settings });
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
beforeEach(() => settle({}));

let made = 0;
const anEmail = (domain = "new.test") => `new${++made}@${domain}`;
const register = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  app.anonymous("a").post("/rest/registration", { givenName: "Ines", familyName: "Vega", email, values: {}, ...more }, headers);
const look = (token: string) => app.anonymous("a").post("/rest/registration/look", { token });
const confirm = (token: string, more: object = { newPassword }) =>
  app.anonymous("a").post("/rest/registration/confirm", { token, ...more });
const signIn = (email: string, password = newPassword) => app.anonymous("a").post("/rest/auth/login", { email, password });
const waiting = async () => (await admin.get("/rest/registration/requests?state=waiting")).json().rows as { id: number; email: string }[];
const decide = (body: object, client = admin) => client.post("/rest/registration/requests/decide", { reason: "", ...body });

async function lettersTo(email: string): Promise<string[]> {
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
}
async function tokenFor(email: string): Promise<string> {
  const letters = await lettersTo(email);
  return /\/v\/auth\/register#([\w-]{43})/.exec(letters.at(-1) ?? "")?.[1] ?? "missing";
}

describe("an open portal", () => {
  test("takes whoever confirms their email, once, with the page they wanted and the language they asked in", async () => {
    const email = anEmail();
    const reply = await register(email, { returnUrl: "/v/course/catalog/categories?x=1" }, { "accept-language": "de" });
    expect([reply.statusCode, reply.json()]).toEqual([200, { hours: 24, isMailed: true }]);
    expect((await signIn(email)).statusCode).toBe(401);
    const token = await tokenFor(email);
    expect((await look(token)).json()).toEqual({ email, hasAccount: false });
    expect((await confirm(token, {})).json().errors[0]).toMatchObject({ field: "newPassword", code: "required" });
    expect((await confirm(token, { newPassword: "password12" })).statusCode).toBe(400);
    expect((await confirm(token)).json()).toEqual({
      state: "joined",
      redirect: "/v/auth/login?ReturnUrl=%2Fv%2Fcourse%2Fcatalog%2Fcategories%3Fx%3D1",
    });
    expect((await confirm(token)).statusCode).toBe(404);
    expect((await signIn(email)).statusCode).toBe(200);
    const { locale } = await app.databases.inSystem("look in a test", (db) =>
      db.selectFrom("users").select("locale").where("email", "=", email).executeTakeFirstOrThrow(),
    );
    expect([locale, (await lettersTo(email))[0]]).toEqual(["de", expect.stringContaining("Registrierung")]);
  });

  test("answers alike for new people, members, members elsewhere and system admins; the mailbox alone learns more (security.md 59)", async () => {
    const member = await app.aPerson("a");
    const elsewhere = await app.aPerson("b");
    const fresh = anEmail();
    const answers = [];
    for (const email of [fresh, member.email, elsewhere.email, "system@a.test"]) {
      const { statusCode, body } = await register(email);
      answers.push(`${statusCode} ${body}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect((await lettersTo(member.email))[0]).toContain("You already have an account");
    expect(await lettersTo("system@a.test")).toEqual([]);
    const token = await tokenFor(elsewhere.email);
    expect((await look(token)).json()).toEqual({ email: elsewhere.email, hasAccount: true });
    expect((await confirm(token)).json().state).toBe("joined");
    expect((await signIn(elsewhere.email)).statusCode).toBe(401);
    expect((await signIn(elsewhere.email, "correct-horse-battery")).statusCode).toBe(200);
  });

  test("lets nobody prepare an account for somebody else: each link makes its own password", async () => {
    const email = anEmail();
    await register(email, { givenName: "Mallory" });
    const first = await tokenFor(email);
    await register(email);
    const second = await tokenFor(email);
    expect((await confirm(second)).json().state).toBe("joined");
    expect((await confirm(first, { newPassword: "another-quiet-lantern-9" })).statusCode).toBe(409);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  test("has no token in any table, and links that end after a day (security.md 50, 57)", async () => {
    const email = anEmail();
    await register(email);
    const token = await tokenFor(email);
    await app.databases.inSystem("look for the token", async (db) => {
      const { rows } = await sql<{ text: string }>`select row_to_json(m)::text as text from messages m where recipient = ${email}
        union all select row_to_json(r)::text from registrations r where email = ${email}`.execute(db);
      expect(rows).toHaveLength(2);
      for (const { text } of rows) expect(text).not.toContain(token);
      await sql`update registrations set asked_at = asked_at - interval '25 hours' where email = ${email}`.execute(db);
    });
    expect((await look(token)).statusCode).toBe(404);
    expect((await confirm(token)).statusCode).toBe(404);
  });

  test("asks for the domains, the fields and the terms that it names", async () => {
    const fields = await Promise.all(
      [
        { kind: "text", name: "Ward", isRequired: true },
        { kind: "text", name: "Badge", isUnique: true },
      ].map(async (field) =>
        (
          await admin.post("/rest/fields", {
            help: "",
            ownAccess: "edit",
            authorAccess: "hidden",
            managerAccess: "read",
            isRequired: false,
            isAskedAtSignIn: false,
            isUnique: false,
            isSensitive: false,
            pattern: null,
            patternSample: null,
            source: "local",
            settings: {},
            options: [],
            ...field,
          })
        ).json(),
      ),
    );
    const [ward, badge] = fields.map(({ id }) => id as number);
    expect((await admin.put("/rest/registration/settings", { ...plain, fieldIds: [badge] })).statusCode).toBe(400);
    const { termsVersion } = await settle({ domains: ["Good.test"], fieldIds: [ward], terms: "Be kind." });
    expect(termsVersion).toBe(1);
    const form = (await app.anonymous("a").get("/rest/registration")).json();
    expect(form).toMatchObject({
      mode: "open",
      domains: ["good.test"],
      terms: "Be kind.",
      termsVersion: 1,
      fields: [{ id: ward, name: "Ward" }],
    });
    const codes = async (email: string, more: object) =>
      (await register(email, more)).json().errors?.map(({ field, code }: Record<string, string>) => `${field} ${code}`);
    expect(await codes(anEmail(), {})).toEqual(["email other_domain"]);
    expect(await codes(anEmail("good.test"), {})).toEqual([`fields.${ward} required`]);
    const values = { [String(ward)]: "B2", [String(badge)]: "7" };
    expect(await codes(anEmail("good.test"), { values })).toEqual(["termsVersion terms"]);
    expect(await codes(anEmail("good.test"), { values, termsVersion: 9 })).toEqual(["termsVersion new_terms"]);
    const email = anEmail("good.test");
    expect((await register(email, { values, termsVersion: 1 })).statusCode).toBe(200);
    expect((await confirm(await tokenFor(email))).json().state).toBe("joined");
    const [row] = (await admin.get(`/rest/registration/requests?q=${email}`)).json().rows;
    expect(row).toMatchObject({ state: "joined", termsVersion: 1, userId: expect.any(Number) });
    expect((await admin.get(`/rest/people/${row.userId}/consents`)).json().rows).toMatchObject([
      { version: 1, terms: "Be kind.", via: "registration", ip: "127.0.0.1", at: row.askedAt, isInForce: true },
    ]);
    const sheet = (await admin.get(`/rest/people/${row.userId}/fields`)).json();
    expect([sheet.values[String(ward)], sheet.values[String(badge)]]).toEqual(["B2", undefined]);
    expect((await settle({ terms: "Be very kind." })).termsVersion).toBe(2);
    await app.databases.inSystem("every version stays", async (db) => {
      const { rows } =
        await sql`select version, terms from registration_terms where portal_id = ${app.portal("a").id} order by version`.execute(db);
      expect(rows).toEqual([
        { version: 1, terms: "Be kind." },
        { version: 2, terms: "Be very kind." },
      ]);
    });
  });
});

describe("a portal that takes nobody", () => {
  test("says so, also where its setting preventSelfRegistration is on", async () => {
    await settle({ mode: "off" });
    expect((await app.anonymous("a").get("/rest/registration")).json().mode).toBe("off");
    expect((await register(anEmail())).json().code).toBe("registration_off");
    await settle({ mode: "open" });
    const prevent = (value: string) =>
      app.databases.inSystem("a setting", (db) =>
        sql`update portals set settings = settings || jsonb_build_object('preventSelfRegistration', ${value}::text) where id = ${app.portal("a").id}`.execute(
          db,
        ),
      );
    const email = anEmail();
    await register(email);
    const token = await tokenFor(email);
    await prevent("1");
    expect((await register(anEmail())).json().code).toBe("registration_off");
    expect((await confirm(token)).json().code).toBe("registration_off");
    await prevent("false");
    expect((await confirm(token)).json().state).toBe("joined");
  });
});

describe("a portal with approval", () => {
  test("asks its admins, who let in or decline many at a time; each is told, and is decided once", async () => {
    await settle({ mode: "approval" });
    const emails = [anEmail(), anEmail(), anEmail()];
    for (const email of emails) {
      await register(email, { returnUrl: "/v/student/history" });
      expect((await confirm(await tokenFor(email))).json().state).toBe("waiting");
      expect((await signIn(email)).statusCode).toBe(401);
    }
    const [first, second, third] = emails;
    const told = (await admin.get("/rest/notifications")).json().rows as { event: string }[];
    expect(told.filter(({ event }) => event === "registration_asked")).toHaveLength(3);
    const rows = await waiting();
    const idOf = (email: string | undefined) => rows.find((row) => row.email === email)?.id ?? 0;
    expect((await decide({ ids: [idOf(first), idOf(second)], approves: true })).json()).toEqual({ decided: 2, left: 0 });
    expect((await decide({ ids: [idOf(first)], approves: false, reason: "Too late" })).json()).toEqual({ decided: 0, left: 1 });
    expect((await decide({ all: { q: third ?? "", state: "waiting" }, approves: false, reason: "Not of our school" })).json()).toEqual({
      decided: 1,
      left: 0,
    });
    expect((await signIn(first ?? "")).statusCode).toBe(200);
    expect((await signIn(third ?? "")).statusCode).toBe(401);
    expect((await lettersTo(first ?? "")).at(-1)).toContain("/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory");
    expect((await lettersTo(third ?? "")).at(-1)).toContain("Not of our school");
    expect(await waiting()).toEqual([]);
  });

  test("is decided by those alone who look after the whole portal (security.md 5, 14)", async () => {
    await settle({ mode: "approval" });
    const email = anEmail();
    await register(email);
    await confirm(await tokenFor(email));
    const [{ id } = { id: 0 }] = await waiting();
    const ofGroup = await app.aPerson("a");
    const { id: groupId } = (await admin.post("/rest/groups", { name: "A part", description: "", condition: null })).json();
    await admin.post("/rest/roles", {
      userId: ofGroup.id,
      role: "Manager",
      scope: { kind: "groups", groupIds: [groupId] },
      startsAt: null,
      endsAt: null,
    });
    const part = await app.signInAs(ofGroup, "a");
    expect((await part.get("/rest/registration/requests")).json().code).toBe("needs_portal_scope");
    expect((await decide({ ids: [id], approves: true }, part)).json().code).toBe("needs_portal_scope");
    expect((await decide({ ids: [id], approves: true }, await app.signIn("student", "a"))).statusCode).toBe(403);
    expect((await decide({ ids: [id], approves: true }, await app.signIn("admin", "b"))).json()).toEqual({ decided: 0, left: 1 });
    expect((await decide({ ids: [id], approves: true }, await app.signIn("manager", "a"))).json()).toEqual({ decided: 1, left: 0 });
  });

  test("an admin lets somebody in whose email is not confirmed; the account has no password", async () => {
    const email = anEmail();
    await register(email);
    const [row] = (await admin.get("/rest/registration/requests?state=unconfirmed&q=" + email)).json().rows;
    expect((await decide({ ids: [row.id], approves: true })).json()).toEqual({ decided: 1, left: 0 });
    expect((await confirm(await tokenFor(email))).statusCode).toBe(404);
    expect((await signIn(email)).statusCode).toBe(401);
  });
});

test("who may register is changed in one place: under the settings' own action, whichever page asks", async () => {
  const newest = async () => {
    const rows = await app.databases.inSystem("look in a test", (db) =>
      db
        .selectFrom("audit_events")
        .select(["action", "before", "after"])
        .where("actor_id", "=", admin.userId)
        .orderBy("id", "desc")
        .limit(2)
        .execute(),
    );
    return rows.map(({ action, before, after }) => ({ action, before, after }));
  };
  await settle({ mode: "approval" });
  expect(await newest()).toMatchObject([
    { action: "registration_changed" },
    { action: "settings_changed", before: { registrationMode: "open" }, after: { registrationMode: "approval" } },
  ]);
  const page = (await admin.get("/rest/settings")).json();
  await admin.post("/rest/settings", { revision: page.revision, values: { registrationMode: "open" } });
  expect((await newest())[0]).toMatchObject({ action: "settings_changed", after: { registrationMode: "open" } });
  expect((await admin.get("/rest/registration/settings")).json().mode).toBe("open");
});

test("a copy of a role without the settings changes domains and terms, but not who may register (security.md 16)", async () => {
  const person = await app.aPerson("a");
  const copy = await admin.post("/rest/roles/copies", { of: "Admin", name: "Registrar", permissions: ["see-people", "open-portal"] });
  expect(copy.statusCode).toBe(200);
  const given = await admin.post("/rest/roles", {
    userId: person.id,
    role: "Admin",
    copyId: copy.json().copyId,
    scope: { kind: "portal" },
    startsAt: null,
    endsAt: null,
  });
  expect(given.statusCode).toBe(200);
  const registrar = await app.signInAs(person, "a");
  const save = (more: object) => registrar.put("/rest/registration/settings", { ...plain, ...more });
  expect((await save({ mode: "off", domains: ["other.test"] })).statusCode).toBe(403);
  expect((await admin.get("/rest/registration/settings")).json()).toMatchObject({ mode: "open", domains: [] });
  expect((await save({ domains: ["new.test"] })).statusCode).toBe(200);
});
