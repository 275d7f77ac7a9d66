import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp, testPassword } from "#app/test/app.ts";
import { resetOnServer } from "#app/reset-factors.ts";
import type { Db } from "#platform/db/connect.ts";
import { cookieNames } from "./server/cookies.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "1000" }, { loginWait: async () => undefined });
});
afterAll(() => app.close());

const names = cookieNames(false);
type Reply = Awaited<ReturnType<Client["post"]>>;

/** The cookies of an answer as the browser sends them back, without those that it removed. */
const cookiesOf = (reply: Reply, before = "") => {
  const jar = new Map(
    before
      .split("; ")
      .filter(Boolean)
      .map((pair) => pair.split("=") as [string, string]),
  );
  for (const { name, value, maxAge, expires } of reply.cookies)
    if (value === "" || maxAge === 0 || (expires && expires.getTime() < Date.now())) jar.delete(name);
    else jar.set(name, value);
  return jar;
};
const headerOf = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

/** A code of an authenticator app, some steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A person with an authenticator app, and how they sign in. */
async function withApp(key: PortalKey = "a") {
  const person = await app.aPerson(key);
  const client = await app.signInAs(person, key);
  const { secret } = (await client.post("/rest/auth/factors/totp", { password: testPassword })).json();
  const added = await client.post("/rest/auth/factors/totp/confirm", { code: codeOf(secret) });
  // As if time had passed: the code that counts now can be used again.
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("account_security").set({ totp_step: 0 }).where("user_id", "=", client.userId).execute(),
  );
  expect(added.statusCode).toBe(200);
  return { person, client, secret, added, codes: added.json().recoveryCodes as string[] };
}

/** Signs in with the password. Returns the answer and the browser after it. */
async function byPassword(email: string, key: PortalKey = "a", { cookie = "", returnUrl }: { cookie?: string; returnUrl?: string } = {}) {
  const visitor = app.anonymous(key);
  const reply = await visitor.post(
    "/rest/auth/login",
    { email, password: testPassword, ...(returnUrl && { returnUrl }) },
    cookie ? { cookie: `${visitor.cookie}; ${cookie}` } : {},
  );
  return { reply, jar: cookiesOf(reply, cookie ? `${visitor.cookie}; ${cookie}` : visitor.cookie) };
}

/** Sends a call from a browser without a session. */
const from = (jar: Map<string, string>, key: PortalKey = "a") => {
  const visitor = app.anonymous(key);
  const cookie = () => headerOf(new Map([...jar, [names.csrf, visitor.csrf]]));
  return {
    get: (url: string) => visitor.get(url, { cookie: cookie() }),
    post: (url: string, body?: object) => visitor.post(url, body, { cookie: cookie() }),
  };
};

const actionsOf = (userId: number) =>
  app.databases.inSystem("read the audit log", async (db) => {
    const rows = await db.selectFrom("audit_events").select("action").where("actor_id", "=", userId).orderBy("id").execute();
    return rows.map(({ action }) => action);
  });

test("security.md 54: after the password alone there is no session: every call but those of the second step is refused", async () => {
  const { person, secret } = await withApp();
  const { reply, jar } = await byPassword(person.email, "a", { returnUrl: "/v/student/history?q=ladders" });
  expect(reply.json()).toEqual({
    redirect: "/v/auth/mfa?ReturnUrl=%2Fv%2Fstudent%2Fhistory%3Fq%3Dladders",
    userId: person.id,
    step: "factor",
  });
  expect(jar.has(names.session)).toBe(false);
  const browser = from(jar);
  for (const { method, path, open } of app.server.routeTable)
    if (!open && method === "GET" && !path.includes(":")) expect([path, (await browser.get(path)).statusCode]).toEqual([path, 401]);
  expect((await browser.get("/rest/auth/mfa")).json()).toMatchObject({ step: "factor", factors: ["totp", "recovery"] });
  // Nor does the step take another app than the one that is there.
  expect((await browser.post("/rest/auth/factors/totp", {})).statusCode).toBe(401);
  const entered = await browser.post("/rest/auth/mfa", { factor: "totp", code: codeOf(secret), trust: false });
  expect(entered.json()).toEqual({ redirect: "/v/student/history?q=ladders", userId: person.id });
  const inside = cookiesOf(entered, headerOf(jar));
  expect(inside.has(names.step)).toBe(false);
  expect((await from(inside).get("/rest/account")).json()).toMatchObject({ email: person.email });
  // The step was used up.
  expect((await browser.post("/rest/auth/mfa", { factor: "totp", code: codeOf(secret, 1), trust: false })).statusCode).toBe(401);
});

test("security.md 54: signing out leaves the sign-in under way too", async () => {
  const { person, secret } = await withApp();
  const { jar } = await byPassword(person.email);
  const browser = from(jar);
  await browser.post("/rest/auth/logout");
  expect((await browser.post("/rest/auth/mfa", { factor: "totp", code: codeOf(secret), trust: false })).json()).toMatchObject({
    code: "sign_in_over",
  });
});

test("a code works once, and one step before and after its own", async () => {
  // In the middle of a step, so that none ends while the codes are tried.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { person, secret } = await withApp();
  const prove = async (code: string) => {
    const { jar } = await byPassword(person.email);
    return (await from(jar).post("/rest/auth/mfa", { factor: "totp", code, trust: false })).statusCode;
  };
  const next = codeOf(secret, 1);
  expect(await prove(next)).toBe(200);
  expect(await prove(next)).toBe(400);
  // Older than the newest that was used.
  expect(await prove(codeOf(secret, 0))).toBe(400);
  await app.databases.inSystem("as if time had passed", (db) => db.updateTable("account_security").set({ totp_step: 0 }).execute());
  expect(await prove(codeOf(secret, -1))).toBe(200);
  await app.databases.inSystem("as if time had passed", (db) => db.updateTable("account_security").set({ totp_step: 0 }).execute());
  for (const far of [-4, 4]) expect(await prove(codeOf(secret, far))).toBe(400);
});

test("the secret lies encrypted in the database, bound to its person, and recovery codes lie there as hashes", async () => {
  const [one, other] = [await withApp(), await withApp()];
  const row = await app.databases.inSystem("look", (db) =>
    db.selectFrom("account_security").selectAll().where("user_id", "=", one.person.id).executeTakeFirstOrThrow(),
  );
  expect(row.totp_secret?.includes(Buffer.from(Secret.fromBase32(one.secret).bytes))).toBe(false);
  expect(JSON.stringify(row)).not.toContain(one.codes[0]);
  await app.databases.inSystem("move it to somebody else", (db) =>
    db.updateTable("account_security").set({ totp_secret: row.totp_secret }).where("user_id", "=", other.person.id).execute(),
  );
  const { jar } = await byPassword(other.person.email);
  expect((await from(jar).post("/rest/auth/mfa", { factor: "totp", code: codeOf(one.secret), trust: false })).json()).toMatchObject({
    code: "secret_lost",
  });
});

test("a recovery code signs in once, however it is written, also when it is used several times at the same moment", async () => {
  const { person, codes } = await withApp();
  expect(new Set(codes).size).toBe(10);
  const steps = await Promise.all(Array.from({ length: 4 }, () => byPassword(person.email)));
  const typed = (codes[0] ?? "").toUpperCase().replaceAll("-", " ");
  const replies = await Promise.all(
    steps.map(({ jar }) => from(jar).post("/rest/auth/mfa", { factor: "recovery", code: typed, trust: false })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
  const client = await app.signInAs(person, "a");
  expect((await client.get("/rest/auth/factors")).json()).toMatchObject({ recoveryLeft: 9 });
  const renewed = (await client.post("/rest/auth/factors/recovery", { password: testPassword })).json().recoveryCodes;
  expect(renewed).toHaveLength(10);
  const { jar } = await byPassword(person.email);
  expect((await from(jar).post("/rest/auth/mfa", { factor: "recovery", code: codes[1], trust: false })).statusCode).toBe(400);
});

test("security.md 55: five wrong codes end the sign-in and are told; ten in a quarter of an hour stop codes from anywhere", async () => {
  const { person, secret } = await withApp();
  const wrong = { factor: "totp", code: "000000", trust: false };
  const { jar } = await byPassword(person.email);
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push((await from(jar).post("/rest/auth/mfa", wrong)).statusCode);
  expect(answers).toEqual([400, 400, 400, 400, 401]);
  expect((await from(jar).post("/rest/auth/mfa", { ...wrong, code: codeOf(secret) })).statusCode).toBe(401);
  const told = await app.databases.inSystem("read what was told", (db) =>
    db.selectFrom("notifications").select("event").where("user_id", "=", person.id).where("event", "=", "sign_in_stopped").execute(),
  );
  expect(told).toHaveLength(1);
  const again = await byPassword(person.email);
  for (let n = 0; n < 5; n++) await from(again.jar).post("/rest/auth/mfa", wrong);
  const third = await byPassword(person.email);
  const stopped = await from(third.jar).post("/rest/auth/mfa", { ...wrong, code: codeOf(secret) });
  expect(stopped.statusCode).toBe(429);
  expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(60);
});

test("security.md 25, 53: adding and removing a factor ends the other sessions and gives this one a new token", async () => {
  const person = await app.aPerson("a");
  const [here, there] = [await app.signInAs(person, "a"), await app.signInAs(person, "a")];
  const { secret } = (await here.post("/rest/auth/factors/totp", { password: testPassword })).json();
  // Nothing changed yet.
  expect((await there.get("/rest/account")).statusCode).toBe(200);
  expect((await here.post("/rest/auth/factors/totp/confirm", { code: "000000" })).statusCode).toBe(400);
  const added = await here.post("/rest/auth/factors/totp/confirm", { code: codeOf(secret) });
  expect(added.json().recoveryCodes).toHaveLength(10);
  for (const old of [here, there]) expect((await old.get("/rest/account")).statusCode).toBe(401);
  const token = cookiesOf(added).get(names.session);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await from(cookiesOf(added)).get("/rest/auth/factors")).json()).toMatchObject({ recoveryLeft: 10, isRequired: false });
  const client = await app.signInAs(person, "a");
  expect((await client.post("/rest/auth/factors/totp/remove", { password: "not the password" })).statusCode).toBe(400);
  expect((await client.post("/rest/auth/factors/totp/remove", { password: testPassword })).json()).toEqual({ removed: true });
  expect((await byPassword(person.email)).reply.json()).not.toHaveProperty("step");
  expect(await actionsOf(person.id)).toEqual(expect.arrayContaining(["totp_added", "totp_removed", "signed_in"]));
});

test("a trusted browser needs no second factor until it is forgotten, and any other browser does", async () => {
  const { person, secret } = await withApp();
  const first = await byPassword(person.email);
  const entered = await from(first.jar).post("/rest/auth/mfa", { factor: "totp", code: codeOf(secret), trust: true });
  const trusted = `${names.browser}=${cookiesOf(entered, headerOf(first.jar)).get(names.browser)}`;
  expect((await byPassword(person.email, "a", { cookie: trusted })).reply.json()).not.toHaveProperty("step");
  expect((await byPassword(person.email)).reply.json()).toMatchObject({ step: "factor" });
  // Nor is it trusted for somebody else.
  const other = await withApp();
  expect((await byPassword(other.person.email, "a", { cookie: trusted })).reply.json()).toMatchObject({ step: "factor" });
  const client = await app.signInAs(person, "a");
  const [browser, ...more] = (await client.get("/rest/auth/factors")).json().browsers;
  expect(more).toEqual([]);
  // Another person's browser is not there for anybody else.
  const stranger = await app.signIn("student", "a");
  expect((await stranger.post("/rest/auth/factors/browsers/forget", { browserId: browser.id })).json()).toEqual({ ended: 0 });
  expect((await client.post("/rest/auth/factors/browsers/forget", { browserId: browser.id })).json()).toEqual({ ended: 1 });
  expect((await byPassword(person.email, "a", { cookie: trusted })).reply.json()).toMatchObject({ step: "factor" });
});

/** As if so many days had passed since somebody was asked for a second factor. */
async function daysPass(db: Db, userId: number, days: number) {
  await sql`update factor_graces set since = since - make_interval(days => ${days}) where user_id = ${userId}`.execute(db);
  await sql`update sessions set factor_due_at = factor_due_at - make_interval(days => ${days}) where user_id = ${userId}`.execute(db);
}

/** Saves settings of a portal as its admin does. */
async function saveSettings(key: PortalKey, values: object) {
  const admin = await app.signIn("admin", key);
  const { revision } = (await admin.get("/rest/settings")).json();
  expect((await admin.post("/rest/settings", { revision, values })).statusCode).toBe(200);
}

test("sessions from before a portal wants a second factor are asked for one, and do nothing else after the days for it (security.md row 54)", async () => {
  const [person, member] = [await app.aPerson("a"), await app.aPerson("a")];
  const [client, other] = [await app.signInAs(person, "a"), await app.signInAs(member, "a")];
  const save = (values: object) => saveSettings("a", values);
  const code = async (of: Pick<Client, "get">) => (await of.get("/rest/account")).json().code ?? "served";
  await save({ factorForManagers: "true", factorGraceDays: "7" });
  expect([await code(client), await code(other)]).toEqual(["served", "served"]);
  // Somebody becomes a manager in an open session: asked from then on.
  await app.databases.inSystem("give a role", (db) =>
    db.updateTable("memberships").set({ is_manager: true }).where("user_id", "=", person.id).execute(),
  );
  expect(await code(client)).toBe("served");
  await app.databases.inSystem("as if eight days had passed", (db) => daysPass(db, person.id, 8));
  expect([await code(client), await code(other)]).toEqual(["must_set_up_factor", "served"]);
  // More days, or no requirement any more, hold for the session too.
  await save({ factorGraceDays: "30" });
  expect(await code(client)).toBe("served");
  await save({ factorGraceDays: "0" });
  expect(await code(client)).toBe("must_set_up_factor");
  await save({ factorForManagers: null });
  expect(await code(client)).toBe("served");
  await save({ factorForManagers: "true" });
  // It goes on as soon as there is one, and is asked again when the last one is removed.
  const { secret } = (await client.post("/rest/auth/factors/totp", { password: testPassword })).json();
  const added = await client.post("/rest/auth/factors/totp/confirm", { code: codeOf(secret) });
  const jar = cookiesOf(added, client.cookie);
  const renewed = from(jar);
  expect(await code(renewed)).toBe("served");
  const removed = await app
    .anonymous("a")
    .post(
      "/rest/auth/factors/totp/remove",
      { password: testPassword },
      { cookie: headerOf(jar), "x-csrf-token": jar.get(names.csrf) ?? "" },
    );
  expect(removed.json()).toEqual({ removed: true });
  expect(await code(from(cookiesOf(removed, headerOf(jar))))).toBe("must_set_up_factor");
  await save({ factorForManagers: null, factorGraceDays: null });
});

test("who is required to have a second factor has some days, then sets one up before there is a session", async () => {
  const person = await app.aPerson("b");
  await saveSettings("b", { factorForEveryone: "true", factorGraceDays: "7" });
  const offered = await byPassword(person.email, "b", { returnUrl: "/v/student/history" });
  expect(offered.reply.json()).toEqual({ userId: person.id, redirect: "/v/auth/mfa?ReturnUrl=%2Fv%2Fstudent%2Fhistory" });
  const state = (await from(offered.jar, "b").get("/rest/auth/mfa")).json();
  expect(state).toMatchObject({ step: "offer", factors: [] });
  expect(Date.parse(state.dueAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  await app.databases.inSystem("as if eight days had passed", (db) => daysPass(db, person.id, 8));
  const { reply, jar } = await byPassword(person.email, "b", { returnUrl: "/v/student/history" });
  expect(reply.json()).toMatchObject({ step: "enrol" });
  expect(jar.has(names.session)).toBe(false);
  // A session from before the end does nothing else any more either (security.md 54).
  const early = from(offered.jar, "b");
  for (const refused of [await early.get("/rest/account"), await early.get("/rest/history/export.csv")])
    expect([refused.statusCode, refused.json().code]).toEqual([403, "must_set_up_factor"]);
  expect((await early.get("/v/student/history")).headers.location).toBe("/v/auth/mfa?ReturnUrl=%2Fv%2Fstudent%2Fhistory");
  expect((await early.get("/rest/auth/mfa")).json()).toMatchObject({ step: "due" });
  const browser = from(jar, "b");
  expect((await browser.get("/rest/account")).statusCode).toBe(401);
  const { secret } = (await browser.post("/rest/auth/factors/totp", {})).json();
  const added = await browser.post("/rest/auth/factors/totp/confirm", { code: codeOf(secret) });
  expect(added.json()).toMatchObject({ redirect: "/v/student/history" });
  expect(added.json().recoveryCodes).toHaveLength(10);
  expect((await from(cookiesOf(added, headerOf(jar)), "b").get("/rest/account")).statusCode).toBe(200);
});

test("security.md 14: an admin removes somebody's second factor with a reason, who is told and signed out; managers and other portals do not", async () => {
  const { person } = await withApp();
  const path = `/rest/people/${person.id}/protection`;
  const inside = await app.signInAs(person, "a");
  const admin = await app.signIn("admin", "a");
  expect((await admin.get(path)).json()).toMatchObject({ totpSince: expect.any(String), recoveryLeft: 10, isSlowed: false });
  expect((await (await app.signIn("manager", "a")).post(`${path}/reset`, { reason: "Mine" })).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).post(`${path}/reset`, { reason: "Mine" })).statusCode).toBe(404);
  expect((await inside.post(`${path}/reset`, { reason: "Mine" })).statusCode).toBe(403);
  for (const reason of ["", "  "]) expect((await admin.post(`${path}/reset`, { reason })).statusCode).toBe(400);
  expect((await admin.post(`${path}/reset`, { reason: "Lost the phone" })).json()).toEqual({ removed: true });
  expect((await inside.get("/rest/account")).statusCode).toBe(401);
  expect((await byPassword(person.email)).reply.json()).not.toHaveProperty("step");
  const { told, noted } = await app.databases.inSystem("read what was told", async (db) => ({
    told: await db
      .selectFrom("notifications")
      .select("variables")
      .where("user_id", "=", person.id)
      .where("event", "=", "factor_changed")
      .execute(),
    noted: await db
      .selectFrom("audit_events")
      .select(["actor_id", "after"])
      .where("object_id", "=", person.id)
      .where("action", "=", "factors_reset")
      .execute(),
  }));
  expect(told.map(({ variables }) => variables)).toContainEqual(
    expect.objectContaining({ change: "reset", by: "Admin A", reason: "Lost the phone" }),
  );
  expect(noted).toEqual([{ actor_id: app.person("admin", "a").id, after: { reason: "Lost the phone" } }]);
});

test("security.md 14: an account that another portal uses keeps its second factor there, and nobody resets an admin above them", async () => {
  const { person } = await withApp();
  await app.databases.inSystem("a member of both", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute(),
  );
  const admin = await app.signIn("admin", "a");
  expect((await admin.post(`/rest/people/${person.id}/protection/reset`, { reason: "Lost" })).json()).toMatchObject({
    code: "shared_factors",
  });
  const own = `/rest/people/${app.person("admin", "a").id}/protection/reset`;
  expect((await admin.post(own, { reason: "Lost" })).statusCode).toBe(403);
  expect((await admin.post(`/rest/people/${app.person("system", "a").id}/protection/reset`, { reason: "Lost" })).statusCode).toBe(404);
  expect((await byPassword(person.email)).reply.json()).toMatchObject({ step: "factor" });
  // The command on the server does, and each portal's log says so.
  expect(await resetOnServer(app.databases, person.email.toUpperCase(), "Lost the phone")).toEqual(["Portal A", "Portal B"]);
  await expect(resetOnServer(app.databases, person.email, "Again")).rejects.toThrow(/no second factor/);
  await expect(resetOnServer(app.databases, "nobody@a.test", "Lost")).rejects.toThrow(/Nobody has the email/);
  const noted = await app.databases.inSystem("read the audit log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["portal_id", "actor_id", "after"])
      .where("object_id", "=", person.id)
      .where("action", "=", "factors_reset")
      .orderBy("portal_id")
      .execute(),
  );
  const after = { reason: "Lost the phone", by: "server" };
  expect(noted).toEqual([app.portal("a").id, app.portal("b").id].map((portal_id) => ({ portal_id, actor_id: null, after })));
});

test("a new browser is told to whoever signed in before, once; the first one and a known one are not", async () => {
  const person = await app.aPerson("a");
  const visitor = app.anonymous("a");
  const signIn = async (agent: string, cookie = "") => {
    const headers = { "user-agent": agent, ...(cookie && { cookie: `${visitor.cookie}; ${cookie}` }) };
    const reply = await visitor.post("/rest/auth/login", { email: person.email, password: testPassword }, headers);
    return `${names.browser}=${cookiesOf(reply, cookie).get(names.browser)}`;
  };
  const told = () =>
    app.databases.inSystem("read what was told", (db) =>
      db.selectFrom("notifications").select("variables").where("user_id", "=", person.id).where("event", "=", "new_browser").execute(),
    );
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const first = await signIn(firefox);
  expect(await told()).toEqual([]);
  await signIn(firefox, first);
  // A browser that forgets its cookies, at the same address.
  await signIn(firefox);
  expect(await told()).toEqual([]);
  const phone = await signIn(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
  );
  expect(await told()).toMatchObject([{ variables: { device: expect.stringContaining("Safari") } }]);
  await signIn(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    phone,
  );
  expect(await told()).toHaveLength(1);
});

test("an admin unlocks a sign-in that wrong passwords slowed down", async () => {
  const person = await app.aPerson("a");
  const visitor = app.anonymous("a");
  const { host } = app.portal("a");
  const headers = { host, origin: `http://${host}`, cookie: visitor.cookie, "x-csrf-token": visitor.csrf };
  const payload = { email: person.email, password: "wrong" };
  for (let n = 1; n <= 6; n++)
    await visitor.request({ method: "POST", url: "/rest/auth/login", remoteAddress: `192.0.2.${n}`, headers, payload });
  const admin = await app.signIn("admin", "a");
  const isSlowed = async () => (await admin.get(`/rest/people/${person.id}/protection`)).json().isSlowed;
  expect([await isSlowed(), (await admin.post(`/rest/people/${person.id}/unlock`)).json(), await isSlowed()]).toEqual([
    true,
    { unlocked: true },
    false,
  ]);
});
