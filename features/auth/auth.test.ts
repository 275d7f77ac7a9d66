import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, testPassword, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import { hashPassword } from "./server/passwords.ts";

let app: TestApp;
let address = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
// Every test has its own IP address, so that they do not share rate limits.
beforeEach(() => void address++);

interface Typed {
  email?: unknown;
  password?: unknown;
  returnUrl?: unknown;
  key?: PortalKey;
  as?: Client;
  from?: string;
  headers?: Record<string, string>;
}

const ip = () => `10.0.${Math.floor(address / 250)}.${(address % 250) + 1}`;

/** Sends the login form as the page does. */
function login({ key = "a", as = app.anonymous(key), from = ip(), headers = {}, ...form }: Typed) {
  const { host } = app.portal(key);
  return app.server.inject({
    method: "POST",
    url: "/rest/auth/login",
    remoteAddress: from,
    headers: { host, origin: `http://${host}`, cookie: as.cookie, "x-csrf-token": as.csrf, ...headers },
    payload: { email: `student@${host}`, password: testPassword, ...form },
  });
}

const cookiesOf = (reply: Awaited<ReturnType<typeof login>>) => Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie]));
const enter = (cookie: string, key: PortalKey = "a") =>
  app.server.inject({ url: "/rest/environment/", headers: { host: app.portal(key).host, cookie } });
/** Switches to a role as the account menu does. */
const takeRole = (newRole: string, { cookie, csrf }: { cookie: string; csrf: string }, key: PortalKey = "a") => {
  const { host } = app.portal(key);
  return app.server.inject({
    method: "POST",
    url: `/rest/environment/updateCurrentRole?newRole=${newRole}`,
    headers: { host, origin: `http://${host}`, cookie, "x-csrf-token": csrf },
  });
};
const audited = (userId: number, action: string, key: PortalKey = "a") =>
  app.databases.inPortal(app.portal(key).id, async (db) => {
    const rows = await db.selectFrom("audit_events").selectAll().where("actor_id", "=", userId).where("action", "=", action).execute();
    return rows.length;
  });

async function system(change: (db: Parameters<Parameters<TestApp["databases"]["inSystem"]>[1]>[0]) => Promise<unknown>) {
  await app.databases.inSystem("prepare a test", change);
}

/** A new person with a session created by the login form. */
async function someone(fields: Parameters<TestApp["aPerson"]>[1] = {}, key: PortalKey = "a") {
  const person = await app.aPerson(key, fields);
  const reply = await login({ email: person.email, key });
  const { stoa_session: session, stoa_csrf: csrf } = cookiesOf(reply);
  const cookie = `stoa_session=${session?.value}; stoa_csrf=${csrf?.value}`;
  return { ...person, reply, cookie, csrf: csrf?.value ?? "", token: session?.value ?? "" };
}

describe("signing in", () => {
  it("gives a session, a token that fits it and the student dashboard", async () => {
    const person = await someone({ email: "ana@one.test" });
    expect(person.reply.statusCode).toBe(200);
    expect(person.reply.json()).toEqual({ redirect: "/v/student/dashboard", userId: person.id });
    const { stoa_session: session, stoa_csrf: csrf } = cookiesOf(person.reply);
    expect(session).toMatchObject({ path: "/", httpOnly: true, sameSite: "Lax" });
    expect(csrf).toMatchObject({ path: "/", sameSite: "Lax" });
    expect(csrf?.httpOnly).toBeUndefined();
    for (const cookie of [session, csrf])
      expect([cookie?.domain, cookie?.maxAge, cookie?.expires]).toEqual([undefined, undefined, undefined]);
    const environment = await enter(person.cookie);
    expect(environment.json()).toMatchObject({ User: { Authenticated: true, Email: "ana@one.test", CurrentRole: { Name: "Student" } } });
    expect(await audited(person.id, "signed_in")).toBe(1);
    const [member] = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("memberships").select("last_sign_in_at").where("user_id", "=", person.id).execute(),
    );
    expect(member?.last_sign_in_at).toBeInstanceOf(Date);
  });

  it("ignores letter case and spaces around the email", async () => {
    await app.aPerson("a", { email: "mixed@case.test" });
    expect((await login({ email: "  Mixed@Case.TEST " })).statusCode).toBe(200);
  });

  it("security.md 57: keeps only a hash of the session's token", async () => {
    const { token, id } = await someone();
    const rows = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("sessions").selectAll().where("user_id", "=", id).execute(),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.token_hash.toString("base64url")).not.toBe(token);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  it("returns to a page of the portal and to no other", async () => {
    expect((await login({ returnUrl: "/v/student/history?page=2" })).json().redirect).toBe("/v/student/history?page=2");
    for (const returnUrl of ["//evil.test", "https://evil.test/v/", "/v/auth/login?ReturnUrl=/v/", "javascript:alert(1)", "", null])
      expect((await login({ returnUrl })).json().redirect).toBe("/v/student/dashboard");
  });

  it("starts in the role last used in this portal, and opens its home", async () => {
    const person = await someone({ isAuthor: true });
    expect(person.reply.json().redirect).toBe("/v/student/dashboard");
    expect((await takeRole("PortalAuthor", person)).statusCode).toBe(200);
    const again = await login({ email: person.email });
    expect(again.json().redirect).toBe("/v/dashboard/author");
    const cookie = `stoa_session=${cookiesOf(again).stoa_session?.value}`;
    expect((await enter(cookie)).json().User.CurrentRole.Name).toBe("Author");
    expect((await login({ email: person.email, returnUrl: "/v/student/history" })).json().redirect).toBe("/v/student/history");
    // When a right was withdrawn since, its dashboard is no longer the start page.
    await system((db) => db.updateTable("memberships").set({ is_author: false }).where("user_id", "=", person.id).execute());
    const later = await login({ email: person.email });
    expect(later.json().redirect).toBe("/v/student/dashboard");
    expect((await enter(`stoa_session=${cookiesOf(later).stoa_session?.value}`)).json().User.CurrentRole.Name).toBe("Student");
  });

  it("leads to the password change when one is due, and keeps the way back", async () => {
    const person = await app.aPerson("a");
    await system((db) => db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute());
    expect((await login({ email: person.email })).json().redirect).toBe("/v/auth/passwordChange");
    expect((await login({ email: person.email, returnUrl: "/v/student/history" })).json().redirect).toBe(
      "/v/auth/passwordChange?ReturnUrl=%2Fv%2Fstudent%2Fhistory",
    );
  });

  it("lets a system admin into a portal without a membership, and says so in the audit log", async () => {
    const admin = app.person("system", "a");
    const reply = await login({ email: admin.email, key: "b" });
    expect(reply.statusCode).toBe(200);
    expect(await audited(admin.id, "signed_in", "b")).toBe(1);
  });

  it("keeps the role apart for each portal, also for a system admin who visits", async () => {
    const admin = app.person("system", "a");
    const { stoa_session: session, stoa_csrf: csrf } = cookiesOf(await login({ email: admin.email, key: "b" }));
    const sent = { cookie: `stoa_session=${session?.value}; stoa_csrf=${csrf?.value}`, csrf: csrf?.value ?? "" };
    expect((await takeRole("SystemAdmin", sent, "b")).statusCode).toBe(200);
    for (const [key, role] of [
      ["a", "Student"],
      ["b", "System"],
    ] as const) {
      const reply = await login({ email: admin.email, key });
      expect((await enter(`stoa_session=${cookiesOf(reply).stoa_session?.value}`, key)).json().User.CurrentRole.Name).toBe(role);
    }
  });
});

describe("being refused", () => {
  it("security.md 59: has one answer for every reason", async () => {
    const suspended = await app.aPerson("a", { status: "suspended" });
    const suspendedAdmin = await app.aPerson("a", { status: "suspended" });
    const noPassword = await app.aPerson("a");
    await system((db) => db.updateTable("users").set({ is_system_admin: true }).where("id", "=", suspendedAdmin.id).execute());
    await system((db) => db.updateTable("users").set({ password_hash: null }).where("id", "=", noPassword.id).execute());
    const replies = await Promise.all([
      login({ email: "nobody@nowhere.test" }),
      login({ password: "not the password" }),
      login({ email: app.person("student", "b").email }),
      login({ email: suspended.email }),
      login({ email: suspendedAdmin.email }),
      login({ email: noPassword.email }),
      login({ email: "preview-guest@stoa.invalid" }),
      login({ email: "no email at all" }),
      login({ email: "' or 1=1 --" }),
    ]);
    const seen = replies.map((reply) => {
      const { requestId, ...rest } = reply.json();
      expect(requestId).toBeTruthy();
      expect(reply.cookies).toEqual([]);
      const { "x-request-id": _id, date: _date, ...headers } = reply.headers;
      return JSON.stringify([reply.statusCode, rest, headers]);
    });
    expect(new Set(seen).size).toBe(1);
    expect(replies[0]?.statusCode).toBe(401);
    expect(replies[0]?.json().message).toBe("This email and password do not match. Check both and try again.");
    expect(await audited(suspended.id, "sign_in_failed")).toBe(1);
  });

  it("security.md 21: takes text only, and no longer than a password can be", async () => {
    const odd: Typed[] = [
      { email: ["student@a.test"] },
      { email: { $ne: "" } },
      { email: 7 },
      { email: null },
      { email: "" },
      { password: true },
      { password: ["x"] },
      { password: "" },
      { password: "x".repeat(1001) },
      { returnUrl: { a: 1 } },
    ];
    for (const form of odd) {
      const reply = await login(form);
      expect([reply.statusCode, reply.json().errors?.length], JSON.stringify(form)).toEqual([400, 1]);
    }
    expect((await app.anonymous("a").post("/rest/auth/login", [])).statusCode).toBe(400);
    expect((await app.anonymous("a").post("/rest/auth/login")).statusCode).toBe(400);
  });

  it("security.md 49: needs the visitor's token and the portal's own page (login CSRF)", async () => {
    const wrong: Record<string, string>[] = [
      { "x-csrf-token": "" },
      { origin: "http://b.test" },
      { origin: "" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { cookie: "" },
    ];
    for (const headers of wrong) expect((await login({ headers })).statusCode, JSON.stringify(headers)).toBe(403);
  });

  it("answers 404 on a host that is no portal", async () => {
    const { csrf, cookie } = app.anonymous("a");
    expect((await login({ headers: { host: "c.test", origin: "http://c.test", cookie, "x-csrf-token": csrf } })).statusCode).toBe(404);
  });
});

it("lets nobody in whose password was changed while it was being checked", async () => {
  const person = await app.aPerson("a");
  const password_hash = await hashPassword("another one by now");
  // Password checks run in turn, so this one waits behind the others after it has read the hash.
  const crowd = Array.from({ length: 12 }, (_, n) =>
    login({ email: `crowd${n}@nowhere.test`, password: "wrong password", from: `10.8.7.${n + 1}` }),
  );
  const late = login({ email: person.email, from: "10.8.7.99" });
  await Promise.race(crowd);
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ password_hash }).where("id", "=", person.id).execute(),
  );
  expect((await late).statusCode).toBe(401);
  await Promise.all(crowd);
});

describe("the limiter, with its real limits", () => {
  it("stops the sixth guess of one source at one account, and tells how long", async () => {
    const person = await app.aPerson("a");
    const guess = (password: string, key: PortalKey = "a") => login({ email: person.email, password, from: "10.9.0.1", key });
    for (let n = 1; n <= 5; n++) expect((await guess("wrong password")).statusCode).toBe(401);
    const stopped = await guess(testPassword);
    expect(stopped.statusCode).toBe(429);
    const seconds = Number(stopped.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(stopped.json().message).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);
    // A person has one password for all portals, so guesses at any portal count together.
    expect((await guess(testPassword, "b")).statusCode).toBe(429);
  });

  it("counts an account that does not exist alike", async () => {
    for (let n = 1; n <= 5; n++) await login({ email: "ghost@nowhere.test", from: "10.9.1.1" });
    expect((await login({ email: "GHOST@nowhere.test", from: "10.9.1.1" })).statusCode).toBe(429);
  });

  it("security.md 55: lets no more through when guesses come at once", async () => {
    const person = await app.aPerson("a");
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => login({ email: person.email, password: "wrong password", from: "10.9.2.1" })),
    );
    expect(statuses.filter((reply) => reply.statusCode === 401)).toHaveLength(5);
  });

  it("stops the 21st guess of one address", async () => {
    for (let n = 1; n <= 20; n++) expect((await login({ email: `spray${n}@nowhere.test`, from: "10.9.3.1" })).statusCode).toBe(401);
    expect((await login({ email: "spray21@nowhere.test", from: "10.9.3.1" })).statusCode).toBe(429);
    expect((await login({ from: "10.9.3.1" })).statusCode).toBe(429);
  });

  it("begins again for the account after a success, and a class behind one address gets in", async () => {
    const person = await app.aPerson("a");
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 4; n++)
        expect((await login({ email: person.email, password: "wrong password", from: `10.9.4.${round + 1}` })).statusCode).toBe(401);
      expect((await login({ email: person.email, from: `10.9.4.${round + 1}` })).statusCode).toBe(200);
    }
    for (let n = 0; n < 25; n++) expect((await login({ from: "10.9.5.1" })).statusCode).toBe(200);
  }, 20_000);

  it("keeps no email and no address", async () => {
    await login({ email: "spray@nowhere.test" });
    const rows = await app.databases.shared.selectFrom("rate_limits").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/nowhere|@|10\.\d+\.\d+\.\d+/);
  });

  it("never opens when its table cannot be asked; only a database that does not answer is worth another try", async () => {
    const broken = await startTestApp({ DATABASE_STATEMENT_SECONDS: "1" });
    const superuser = new pg.Client({ connectionString: broken.databaseUrl });
    try {
      await superuser.connect();
      const attempt = () => broken.anonymous("a").post("/rest/auth/login", { email: "student@a.test", password: testPassword });
      // Locked, it is a database that does not answer: later it may.
      await superuser.query("begin; lock table rate_limits");
      const locked = await attempt();
      expect([locked.statusCode, locked.headers["retry-after"], locked.cookies]).toEqual([503, "5", []]);
      await superuser.query("rollback; alter table rate_limits rename to rate_limits_away");
      // Missing, it is a mistake of ours, which nobody should wait for.
      const missing = await attempt();
      expect([missing.statusCode, missing.json().code, missing.cookies]).toEqual([500, "internal", []]);
    } finally {
      await superuser.end();
      await broken.close();
    }
  });
});

describe("a session", () => {
  it("security.md 53: gets a new token at every sign-in, whatever the browser brought (fixation)", async () => {
    const first = await someone();
    const planted = "A".repeat(43);
    const anonymous = app.anonymous("a");
    // The planted session's CSRF token is not valid for an anonymous visitor, so the attacker has to load the page too.
    const again = await login({ email: first.email, as: { ...anonymous, cookie: first.cookie, csrf: first.csrf } });
    const { stoa_session: second } = cookiesOf(again);
    expect(again.statusCode).toBe(200);
    expect(second?.value).not.toBe(first.token);
    expect(second?.value).not.toBe(planted);
    expect((await enter(`stoa_session=${first.token}`)).statusCode).toBe(401);
    expect((await enter(`stoa_session=${second?.value}`)).statusCode).toBe(200);
    expect((await enter(`stoa_session=${planted}`)).statusCode).toBe(401);
  });

  it("security.md 29, 53: is worth nothing on another portal", async () => {
    const person = await someone();
    await system((db) =>
      db
        .insertInto("memberships")
        .values({ portal_id: app.portal("b").id, user_id: person.id })
        .execute(),
    );
    expect((await enter(person.cookie, "a")).statusCode).toBe(200);
    expect((await enter(person.cookie, "b")).statusCode).toBe(401);
    await login({ as: { ...app.anonymous("b"), cookie: person.cookie, csrf: person.csrf }, email: person.email, key: "b" });
    expect((await enter(person.cookie, "a")).statusCode).toBe(200);
  });

  it("security.md 24: ends at the next request of someone suspended, and comes back when they do", async () => {
    const person = await someone();
    const suspend = (status: "active" | "suspended") =>
      system((db) => db.updateTable("memberships").set({ status }).where("user_id", "=", person.id).execute());
    await suspend("suspended");
    expect((await enter(person.cookie)).statusCode).toBe(401);
    await suspend("active");
    expect((await enter(person.cookie)).statusCode).toBe(200);
  });

  it("ends after its time and after too long a rest", async () => {
    const [old, idle] = [await someone(), await someone()];
    await system((db) =>
      db
        .updateTable("sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("user_id", "=", old.id)
        .execute(),
    );
    await system((db) =>
      db
        .updateTable("sessions")
        .set({ last_seen_at: new Date(Date.now() - 13 * 3600_000) })
        .where("user_id", "=", idle.id)
        .execute(),
    );
    expect((await enter(old.cookie)).statusCode).toBe(401);
    expect((await enter(idle.cookie)).statusCode).toBe(401);
  });

  it("security.md 50: leaves the address bar, the log and the reply's body alone", async () => {
    const person = await someone();
    expect(person.reply.body).not.toContain(person.token);
    expect(person.reply.headers.location).toBeUndefined();
  });
});

describe("signing out", () => {
  const leave = (person: { cookie: string }, url = "/onlinetraining/auth/logout/", headers: Record<string, string> = {}) =>
    app.server.inject({ url, headers: { host: "a.test", cookie: person.cookie, ...headers } });

  it.each(["/onlinetraining/auth/logout/", "/onlinetraining/auth/logout", "/OnlineTraining/Auth/Logout"])(
    "%s ends the session and leads to login",
    async (url) => {
      const person = await someone();
      const reply = await leave(person, url, { "sec-fetch-site": "same-origin" });
      expect([reply.statusCode, reply.headers.location]).toEqual([302, "/v/auth/login"]);
      expect(reply.headers["clear-site-data"]).toBe('"cache"');
      expect(cookiesOf(reply).stoa_session).toMatchObject({ value: "", path: "/" });
      expect(cookiesOf(reply).stoa_session?.expires?.getTime()).toBeLessThan(Date.now());
      expect((await enter(person.cookie)).statusCode).toBe(401);
      expect(await audited(person.id, "signed_out")).toBe(1);
      const csrf = cookiesOf(reply).stoa_csrf?.value ?? "";
      const next = await login({ email: person.email, as: { ...app.anonymous("a"), cookie: `stoa_csrf=${csrf}`, csrf } });
      expect(next.statusCode).toBe(200);
    },
  );

  it("ends both sessions of two pages of one browser that were signed in over at the same moment", async () => {
    const person = await someone();
    const again = () => login({ email: person.email, as: { ...app.anonymous("a"), cookie: person.cookie, csrf: person.csrf } });
    const cookies = (await Promise.all([again(), again()])).map((reply) => `stoa_session=${cookiesOf(reply).stoa_session?.value}`);
    const entered = () => Promise.all(cookies.map(async (cookie) => (await enter(cookie)).statusCode));
    // The browser keeps the cookie of whichever answer comes last.
    expect(await entered()).toEqual([200, 200]);
    await leave({ cookie: cookies[1] ?? "" });
    expect(await entered()).toEqual([401, 401]);
    const other = await someone({ email: "elsewhere@one.test" });
    const [here, there] = [await login({ email: other.email }), await login({ email: other.email })];
    await leave({ cookie: `stoa_session=${cookiesOf(here).stoa_session?.value}` });
    expect((await enter(`stoa_session=${cookiesOf(there).stoa_session?.value}`)).statusCode).toBe(200);
  });

  it("keeps a safe ReturnUrl and drops another", async () => {
    const to = async (value: string) =>
      (await leave({ cookie: "" }, `/onlinetraining/auth/logout?ReturnUrl=${encodeURIComponent(value)}`)).headers.location;
    expect(await to("/v/student/history?page=2")).toBe("/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory%3Fpage%3D2");
    expect(await to("//evil.test/v/")).toBe("/v/auth/login");
    expect(await to("/v/auth/login")).toBe("/v/auth/login");
  });

  it.each(["cross-site", "same-site"])("security.md 49: another site cannot do it (%s)", async (site) => {
    const person = await someone();
    const reply = await leave(person, undefined, { "sec-fetch-site": site });
    expect(reply.statusCode).toBe(403);
    expect(reply.cookies).toEqual([]);
    expect((await enter(person.cookie)).statusCode).toBe(200);
  });

  it("works as a call with the token, and not without", async () => {
    const person = await someone();
    const out = (csrf: string) =>
      app.server.inject({
        method: "POST",
        url: "/rest/auth/logout",
        headers: { host: "a.test", origin: "http://a.test", cookie: person.cookie, "x-csrf-token": csrf },
      });
    expect((await out("")).statusCode).toBe(403);
    expect((await enter(person.cookie)).statusCode).toBe(200);
    expect((await out(person.csrf)).json()).toEqual({ redirect: "/v/auth/login" });
    expect((await enter(person.cookie)).statusCode).toBe(401);
  });
});
