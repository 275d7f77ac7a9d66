import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { buildServer } from "#app/server.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import type { FastifyInstance } from "fastify";
import { issueCsrf } from "./server/csrf.ts";
import { createLimiter, sourceOf } from "./server/limiter.ts";
import { hashPassword } from "./server/passwords.ts";
import { changePassword, signIn } from "./web/hooks.ts";

// security.md §3.8 with production limits: guesses slow an account down and lock nobody out. Two servers with their own connections share one
// database, as two processes do. Delays are recorded, not waited for.

let app: TestApp;
let second: FastifyInstance;
let others: Databases;
let waits: number[] = [];
let during = async () => {};
const loginWait = async (seconds: number) => {
  waits.push(seconds);
  await during();
};

beforeAll(async () => {
  app = await startTestApp({}, { loginWait });
  others = connectDatabases({ ownerUrl: app.databaseUrl, appUrl: undefined, config: app.config });
  const page = { html: async () => "", development: false };
  second = await buildServer({ config: app.config, databases: others, log: createLog({ level: "silent" }), page, loginWait });
});
afterAll(async () => {
  await second?.close();
  await others?.close();
  await app?.close();
});
beforeEach(() => void (waits = []));

const server = (nth: number) => (nth % 2 === 0 ? app.server : second);

/** Sends the login form from an IP address to one of the servers. */
function login(on: FastifyInstance, from: string, email: string, password = "wrong password") {
  const { cookie, csrf } = app.anonymous("a");
  const headers = { host: "a.test", origin: "http://a.test", cookie, "x-csrf-token": csrf };
  return on.inject({ method: "POST", url: "/rest/auth/login", remoteAddress: from, headers, payload: { email, password } });
}

const post = (on: FastifyInstance, url: string, client: Client, from: string, payload?: object) =>
  on.inject({
    method: "POST",
    url,
    remoteAddress: from,
    headers: { host: "a.test", origin: "http://a.test", cookie: client.cookie, "x-csrf-token": client.csrf },
    ...(payload && { payload }),
  });

/** A browser with an unknown session token. */
const madeUp = (nth: number): Client => {
  const token = `${nth}`.padStart(43, "x");
  const csrf = issueCsrf(app.config.secret, token);
  return { ...app.anonymous("a"), csrf, cookie: `stoa_session=${token}; stoa_csrf=${csrf}` };
};

describe("guesses at one account from many sources", () => {
  it("wait longer and longer, at most 30 seconds, and are never refused", async () => {
    const { email } = await app.aPerson("a");
    for (let n = 1; n <= 13; n++) expect((await login(server(n), `10.1.0.${n}`, email)).statusCode).toBe(401);
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    // From an unknown source, the right password gets in too, after the delay.
    expect((await login(server(0), "10.1.1.1", email, testPassword)).statusCode).toBe(200);
    expect(waits.at(-1)).toBe(30);
  });

  it("leave the person the password that they set during a delay", async () => {
    const { email } = await app.aPerson("a");
    for (let n = 1; n <= 6; n++) await login(server(n), `10.1.2.${n}`, email);
    const chosen = "another one of 2026";
    const password_hash = await hashPassword(chosen);
    during = () =>
      app.databases.inSystem("a person sets a password", async (db) => {
        await db.updateTable("users").set({ password_hash }).where("email", "=", email).execute();
      });
    expect((await login(server(0), "10.1.3.1", email, chosen)).statusCode).toBe(200);
    during = async () => {};
    expect((await login(server(1), "10.1.3.1", email, testPassword)).statusCode).toBe(401);
  });

  it("do not hold up the person at their own source, whichever server answers", async () => {
    const { email } = await app.aPerson("a");
    expect((await login(server(0), "10.2.0.1", email, testPassword)).statusCode).toBe(200);
    for (let n = 1; n <= 12; n++) await login(server(n), `10.2.1.${n}`, email);
    waits = [];
    expect((await login(server(1), "10.2.0.1", email, testPassword)).statusCode).toBe(200);
    expect(waits).toEqual([]);
    // A success starts a new count.
    await login(server(0), "10.2.2.1", email);
    expect(waits).toEqual([]);
  });

  it("security.md 59: are counted alike for an account that does not exist", async () => {
    for (let n = 1; n <= 8; n++) expect((await login(server(n), `10.3.0.${n}`, "ghost@many.test")).statusCode).toBe(401);
    expect(waits).toEqual([1, 2, 4]);
  });

  it("that come at once are counted one by one", async () => {
    const { email } = await app.aPerson("a");
    await Promise.all(Array.from({ length: 10 }, (_, n) => login(server(n), `10.4.0.${n + 1}`, email)));
    expect(waits.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 8, 16]);
  });
});

describe("several servers count together", () => {
  it("guesses of one source at one account", async () => {
    const { email } = await app.aPerson("a");
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++) statuses.push((await login(server(n), "10.5.0.1", email)).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    // Somebody else's guesses do not slow the person down elsewhere.
    expect((await login(server(0), "10.5.0.2", email, testPassword)).statusCode).toBe(200);
  });

  it("security.md 55: guesses of one source at many accounts", async () => {
    for (let n = 1; n <= 20; n++) expect((await login(server(n), "10.5.1.1", `spray${n}@many.test`)).statusCode).toBe(401);
    for (const nth of [0, 1]) expect((await login(server(nth), "10.5.1.1", "spray21@many.test")).statusCode).toBe(429);
  });

  it("sign-outs that end nothing; whoever has a session is let out all the same", async () => {
    const student = await app.signIn("student", "a");
    const statuses: number[] = [];
    for (let n = 1; n <= 22; n++) statuses.push((await post(server(n), "/rest/auth/logout", madeUp(n), "10.6.0.1")).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    const byLink = await second.inject({
      url: "/onlinetraining/auth/logout",
      remoteAddress: "10.6.0.1",
      headers: { host: "a.test", cookie: madeUp(99).cookie },
    });
    expect(byLink.statusCode).toBe(429);
    expect((await post(second, "/rest/auth/logout", student, "10.6.0.1")).statusCode).toBe(200);
    expect((await student.get("/rest/environment/")).statusCode).toBe(401);
  });

  it("hand-over tokens that are tried, and those that are made", async () => {
    const statuses: number[] = [];
    const use = (on: FastifyInstance) =>
      on.inject({
        method: "POST",
        url: "/rest/auth/handover",
        remoteAddress: "10.7.0.1",
        headers: { host: "a.test", origin: "http://b.test", "content-type": "application/x-www-form-urlencoded" },
        payload: `token=${"x".repeat(43)}`,
      });
    for (let n = 1; n <= 21; n++) statuses.push((await use(server(n))).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 429]);

    const student = await app.signIn("student", "a");
    const to = { portalId: app.portal("a").id };
    const made: number[] = [];
    for (let n = 1; n <= 21; n++)
      made.push((await post(server(n), "/rest/environment/switchPortal", student, `10.7.1.${n}`, to)).statusCode);
    expect(made).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});

it("an attempt that was refused counts nowhere, so a class behind one address gets in as soon as the first have", async () => {
  const limiter = createLimiter(app.databases, { ...app.config, rateLoginPerIp: 2 }, loginWait);
  const pupil = (n: number) => limiter.password(`pupil${n}@many.test`, "10.8.1.1");
  const [one, two] = [await pupil(1), await pupil(2)];
  for (const n of [3, 4]) await expect(pupil(n)).rejects.toMatchObject({ status: 429 });
  await one.succeeded();
  const third = await pupil(3);
  await expect(pupil(4)).rejects.toMatchObject({ status: 429 });
  await Promise.all([two.succeeded(), third.succeeded()]);
  await pupil(4);
  // A guess stays counted.
  await pupil(5);
  await expect(pupil(6)).rejects.toMatchObject({ status: 429 });
});

it("the browser waits for an answer longer than the longest delay", async () => {
  const limits = vi.spyOn(AbortSignal, "timeout");
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", async () => Response.json({ redirect: "/v/", userId: 1 }));
  try {
    await signIn({ email: "ana@one.test", password: testPassword });
    await changePassword({ currentPassword: testPassword, newPassword: "seven quiet harbours" });
    expect(limits.mock.calls.map(([ms]) => ms >= 45_000)).toEqual([true, true]);
  } finally {
    vi.unstubAllGlobals();
    limits.mockRestore();
  }
});

it("a server that stops keeps no attempt waiting", async () => {
  const limiter = createLimiter(app.databases, { ...app.config, rateLoginPerAccount: 1 });
  await limiter.password("stopping@many.test", "10.8.0.1");
  const waiting = limiter.password("stopping@many.test", "10.8.0.2");
  limiter.close();
  await expect(waiting).rejects.toMatchObject({ status: 503, code: "busy" });
});

it("a source is an IPv4 address or the /64 of an IPv6 one, however it is written", () => {
  expect(sourceOf("10.0.0.1")).toBe("10.0.0.1");
  expect(sourceOf("::ffff:10.0.0.1")).toBe("10.0.0.1");
  for (const ip of ["2001:db8:0:7::1", "2001:0db8:0000:0007:ffff:1:2:3", "2001:DB8::7:0:0:0:9"]) expect(sourceOf(ip)).toBe("2001:db8:0:7");
  expect(sourceOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(sourceOf("::1")).toBe("0:0:0:0");
});
