import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, testPassword, type PortalKey, type TestApp } from "#app/test/app.ts";
import { cookieNames } from "#features/auth/server/cookies.ts";
import type { Elsewhere } from "./elsewhere-contract.ts";

// Who signs in to a portal to which they do not belong (ENV-12): their portals are named after the sign-in only, and only theirs.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "1000", RATE_ANON_PER_IP: "10000" }, { loginWait: async () => undefined });
});
afterAll(() => app.close());

const names = cookieNames(false);
const system = (work: Parameters<TestApp["databases"]["inSystem"]>[1]) => app.databases.inSystem("prepare a test", work);

/** Signs in on the page of a portal. Gives the answer, and what the browser asks afterwards. */
async function typed(email: string, key: PortalKey = "a", password = testPassword) {
  const visitor = app.anonymous(key);
  const reply = await visitor.post("/rest/auth/login", { email, password, returnUrl: "/v/student/history" });
  const jar = new Map<string, string>();
  const keep = ({ cookies }: typeof reply) => cookies.forEach(({ name, value }) => (value ? jar.set(name, value) : jar.delete(name)));
  keep(reply);
  const cookie = () => [...jar, [names.csrf, visitor.csrf]].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    reply,
    jar,
    get: (url: string, host?: string) => visitor.get(url, { cookie: cookie(), ...(host && { host }) }),
    async post(url: string, body: object) {
      const answer = await visitor.post(url, body, { cookie: cookie() });
      keep(answer);
      return answer;
    },
  };
}
const told = async (browser: Awaited<ReturnType<typeof typed>>) => (await browser.get("/rest/auth/elsewhere")).json() as Elsewhere;
const arrive = (action: string, token: string, origin = "http://a.test") =>
  app.server.inject({
    method: "POST",
    url: new URL(action).pathname,
    headers: { host: new URL(action).host, origin, "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" },
    payload: `token=${token}`,
  });
async function setting(wrongPortal: string) {
  const admin = await app.signIn("admin", "a");
  const { revision } = (await admin.get("/rest/settings")).json() as { revision: number };
  expect((await admin.post("/rest/settings", { revision, values: { wrongPortal } })).statusCode).toBe(200);
}

test("the right password at a portal of others opens nothing there, names one's own portals, and leads to them", async () => {
  const person = await app.aPerson("b", { isManager: true });
  const browser = await typed(person.email);
  expect(browser.reply.statusCode).toBe(200);
  expect(browser.reply.json()).toEqual({
    redirect: "/v/auth/portals?ReturnUrl=%2Fv%2Fstudent%2Fhistory",
    userId: person.id,
    step: "elsewhere",
  });
  expect(browser.jar.has(names.session)).toBe(false);
  for (const path of ["/rest/environment/", "/rest/account", "/rest/environment/portals", "/rest/auth/factors"])
    expect([path, (await browser.get(path)).statusCode]).toEqual([path, 401]);
  expect((await browser.post("/rest/auth/mfa", { factor: "totp", code: "000000", trust: false })).statusCode).toBe(401);
  expect(await told(browser)).toEqual({
    email: person.email,
    isNamed: true,
    isChooser: true,
    portals: [{ id: app.portal("b").id, name: "Portal B", role: "Manager", overdue: 0, logo: null, tile: expect.any(Object) }],
  });
  // The page may post to those portals and to no others; the page of a visitor to none.
  const policy = async (of: { get(url: string): Promise<{ headers: Record<string, unknown> }> }) =>
    /form-action ([^;]*)/.exec(String((await of.get("/v/auth/portals")).headers["content-security-policy"]))?.[1];
  expect(await policy(browser)).toBe("'self' http://b.test");
  expect(await policy(app.anonymous("a"))).toBe("'self'");

  const answer = await browser.post("/rest/auth/elsewhere", { portalId: app.portal("b").id });
  const { action, token } = answer.json() as { action: string; token: string };
  expect(action).toBe("http://b.test/rest/auth/handover");
  // The token is good from this portal's page only, and once; the sign-in is over with it.
  expect((await arrive(action, token, "http://evil.test")).headers["location"]).toBe("/v/auth/login");
  const arrived = await arrive(action, token);
  expect(arrived.headers["location"]).toBe("/v/");
  expect(arrived.cookies.some(({ name }) => name === names.session)).toBe(true);
  expect((await arrive(action, token)).headers["location"]).toBe("/v/auth/login");
  expect((await browser.get("/rest/auth/elsewhere")).statusCode).toBe(401);
  expect((await browser.post("/rest/auth/elsewhere", { portalId: app.portal("b").id })).statusCode).toBe(401);
});

test("whoever does not know the password, and whoever may enter no portal, gets the answer for strangers", async () => {
  const person = await app.aPerson("b");
  const bare = async (email: string, password?: string) => {
    const { reply, jar } = await typed(email, "a", password);
    const { requestId: _, ...rest } = reply.json() as { requestId: string };
    return { status: reply.statusCode, rest, jar: [...jar.keys()] };
  };
  const stranger = await bare("nobody@nowhere.test");
  expect(stranger).toMatchObject({ status: 401, rest: { code: "wrong_sign_in" } });
  expect(await bare(person.email, "not the password")).toEqual(stranger);
  await system((db) => db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", person.id).execute());
  expect(await bare(person.email)).toEqual(stranger);
  // Where a portal of theirs is suspended, it is none to go to.
  await system((db) => db.updateTable("memberships").set({ status: "active" }).where("user_id", "=", person.id).execute());
  const b = (status: "active" | "suspended") =>
    system((db) => db.updateTable("portals").set({ status }).where("id", "=", app.portal("b").id).execute());
  await b("suspended");
  expect(await bare(person.email)).toEqual(stranger);
  await b("active");
});

test("only one's own portals are there, at this host, for as long as they are one's own", async () => {
  const person = await app.aPerson("b");
  const browser = await typed(person.email);
  for (const portalId of [app.portal("a").id, 999_999_999])
    expect((await browser.post("/rest/auth/elsewhere", { portalId })).statusCode).toBe(404);
  expect((await browser.get("/rest/auth/elsewhere", "b.test")).statusCode).toBe(401);
  expect((await app.anonymous("a").get("/rest/auth/elsewhere")).statusCode).toBe(401);
  expect((await browser.get(`/rest/auth/elsewhere/${app.portal("b").id}/logo/none.webp`)).statusCode).toBe(404);
  await system((db) => db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", person.id).execute());
  expect((await told(browser)).portals).toEqual([]);
  expect((await browser.post("/rest/auth/elsewhere", { portalId: app.portal("b").id })).statusCode).toBe(404);
  // A new password ends it.
  await system((db) => db.updateTable("memberships").set({ status: "active" }).where("user_id", "=", person.id).execute());
  const own = await app.signInAs(person, "b");
  const changed = await own.post("/rest/auth/changePassword", { currentPassword: testPassword, newPassword: "violet-harbour-lantern-41" });
  expect(changed.statusCode).toBe(200);
  expect((await browser.get("/rest/auth/elsewhere")).statusCode).toBe(401);
});

test("how old a password may be counts in the portal to which it leads", async () => {
  const person = await app.aPerson("b");
  const admin = await app.signIn("admin", "b");
  const set = async (passwordMaxDays: string | null) => {
    const { revision } = (await admin.get("/rest/settings")).json() as { revision: number };
    expect((await admin.post("/rest/settings", { revision, values: { passwordMaxDays } })).statusCode).toBe(200);
  };
  await set("90");
  await system((db) =>
    db
      .updateTable("users")
      .set({ password_changed_at: new Date(Date.now() - 91 * 86_400_000) })
      .where("id", "=", person.id)
      .execute(),
  );
  const browser = await typed(person.email);
  const { action, token } = (await browser.post("/rest/auth/elsewhere", { portalId: app.portal("b").id })).json() as {
    action: string;
    token: string;
  };
  expect((await arrive(action, token)).headers["location"]).toMatch(/^\/v\/auth\/passwordChange/);
  await set(null);
});

test("a portal may only name them: nobody gets there from its page", async () => {
  await setting("error");
  const person = await app.aPerson("b");
  const browser = await typed(person.email);
  expect(await told(browser)).toMatchObject({ isNamed: true, isChooser: false, portals: [{ name: "Portal B" }] });
  const refused = await browser.post("/rest/auth/elsewhere", { portalId: app.portal("b").id });
  expect([refused.statusCode, refused.json().code]).toEqual([403, "no_chooser"]);
  expect(String((await browser.get("/v/auth/portals")).headers["content-security-policy"])).not.toContain("b.test");
  await setting("chooser");
});

test("somebody deactivated here is not told so, and learns where they still belong", async () => {
  const person = await app.aPerson("a");
  await system(async (db) => {
    await db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute();
    await db
      .updateTable("memberships")
      .set({ status: "suspended" })
      .where("user_id", "=", person.id)
      .where("portal_id", "=", app.portal("a").id)
      .execute();
  });
  expect((await told(await typed(person.email))).portals.map(({ id }) => id)).toEqual([app.portal("b").id]);
});

test("with an authenticator app its code comes first, and counts in the other portal; with a passkey nothing is named", async () => {
  const person = await app.aPerson("b");
  const client = await app.signInAs(person, "b");
  const { secret } = (await client.post("/rest/auth/factors/totp", { password: testPassword })).json() as { secret: string };
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await client.post("/rest/auth/factors/totp/confirm", { code: code() })).statusCode).toBe(200);
  await system((db) => db.updateTable("account_security").set({ totp_step: 0 }).where("user_id", "=", person.id).execute());
  const browser = await typed(person.email);
  expect(browser.reply.json()).toMatchObject({ step: "factor" });
  expect((await browser.get("/rest/auth/elsewhere")).statusCode).toBe(401);
  const proven = await browser.post("/rest/auth/mfa", { factor: "totp", code: code(), trust: true });
  expect(proven.json()).toMatchObject({ step: "elsewhere", redirect: "/v/auth/portals?ReturnUrl=%2Fv%2Fstudent%2Fhistory" });
  expect((await told(browser)).portals).toHaveLength(1);
  const { action, token } = (await browser.post("/rest/auth/elsewhere", { portalId: app.portal("b").id })).json() as {
    action: string;
    token: string;
  };
  expect((await arrive(action, token)).headers["location"]).toBe("/v/");

  const other = await app.aPerson("b");
  await system((db) =>
    db
      .insertInto("passkeys")
      .values({
        portal_id: app.portal("b").id,
        user_id: other.id,
        rp_id: "b.test",
        credential_id: "known",
        public_key: Buffer.from("x"),
        name: "Key",
      })
      .execute(),
  );
  const unnamed = await typed(other.email);
  expect(unnamed.reply.json()).toMatchObject({ step: "elsewhere" });
  expect(await told(unnamed)).toMatchObject({ isNamed: false, portals: [] });
  expect((await unnamed.post("/rest/auth/elsewhere", { portalId: app.portal("b").id })).statusCode).toBe(404);
});
