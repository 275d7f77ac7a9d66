import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { setupToken } from "./server/setup.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await app.databases.inSystem("prepare a test", async (db) => {
    for (const table of ["audit_events", "sessions", "memberships", "portal_hosts", "portals"] as const)
      await db.deleteFrom(table).execute();
  });
});
afterEach(() => app?.close());

const form = {
  portalName: "Harbour School",
  email: "Head@School.test",
  givenName: "Ada",
  familyName: "Moss",
  password: "seven quiet harbours",
};

/** Gets the CSRF cookie from the set-up page's call, then sends the form. */
async function setUp(body: object, { host = "learn.test", ip = "203.0.113.7", forwarded = false } = {}) {
  const via = forwarded ? { "x-forwarded-for": "203.0.113.9" } : {};
  const state = await app.server.inject({ url: "/rest/auth/setup", remoteAddress: ip, headers: { host, ...via } });
  const csrf = state.cookies.find((cookie) => cookie.name === "stoa_csrf")?.value ?? "";
  const reply = await app.server.inject({
    method: "POST",
    url: "/rest/auth/setup",
    remoteAddress: ip,
    headers: { host, origin: `http://${host}`, cookie: `stoa_csrf=${csrf}`, "x-csrf-token": csrf, ...via },
    payload: { ...form, ...body },
  });
  return { state: state.json(), reply };
}

describe("the first set-up", () => {
  it("makes the portal, its host and its system admin, and signs in", async () => {
    const { state, reply } = await setUp({ token: setupToken(app.config) });
    expect(state).toEqual({ needed: true, tokenNeeded: true, minLength: 10 });
    expect([reply.statusCode, reply.json().redirect]).toEqual([200, "/v/student/dashboard"]);
    const session = reply.cookies.find((cookie) => cookie.name === "stoa_session")?.value;
    const me = await app.server.inject({ url: "/rest/environment/", headers: { host: "learn.test", cookie: `stoa_session=${session}` } });
    expect(me.json()).toMatchObject({
      User: { Email: "head@school.test", IsSystemAdmin: true, IsAdmin: true },
      Portal: { Name: "Harbour School" },
    });
  });

  it("security.md 93: needs the token from elsewhere, through a proxy, or under a foreign name", async () => {
    for (const from of [{}, { ip: "127.0.0.1" }, { ip: "127.0.0.1", host: "localhost", forwarded: true }]) {
      const { state, reply } = await setUp({ token: "not the token" }, from);
      expect([state.tokenNeeded, reply.statusCode, reply.json().code]).toEqual([true, 403, "setup_token"]);
    }
  });

  it("needs none on this machine", async () => {
    const { state, reply } = await setUp({}, { ip: "127.0.0.1", host: "localhost:3000" });
    expect([state.tokenNeeded, reply.statusCode]).toEqual([false, 200]);
  });

  it("security.md 93: works once, also when two come at once", async () => {
    const token = setupToken(app.config);
    const both = await Promise.all([setUp({ token }), setUp({ token, email: "other@school.test", host: "other.test" })]);
    expect(both.map(({ reply }) => reply.statusCode).toSorted()).toEqual([200, 409]);
    const later = await setUp({ token, email: "late@school.test" });
    expect([later.state.needed, later.reply.statusCode]).toEqual([false, 409]);
    const admins = await app.databases.shared.selectFrom("users").select("email").where("email", "like", "%@school.test").execute();
    expect(admins).toHaveLength(1);
  });

  it("checks what was typed", async () => {
    const token = setupToken(app.config);
    const wrong: [object, string][] = [
      [{ password: "harbourschool2026" }, "password"],
      [{ password: "short" }, "password"],
      ...[
        "http://learn.test",
        "learn..test",
        "learn-.test",
        "learn.test.123",
        `${"x".repeat(64)}.test`,
        "content.localhost",
        "c-1.content.localhost",
      ].map((host): [object, string] => [{ host }, "host"]),
      [{ email: "no email" }, "email"],
    ];
    for (const [n, [body, field]] of wrong.entries()) {
      const { reply } = await setUp({ token, ...body }, { ip: `203.0.113.${n + 1}` });
      expect([reply.statusCode, reply.json().errors?.[0].field]).toEqual([400, field]);
    }
  });

  it("counts guesses at the token", async () => {
    for (let n = 0; n < 5; n++) expect((await setUp({ token: `guess ${n}` })).reply.statusCode).toBe(403);
    expect((await setUp({ token: setupToken(app.config) })).reply.statusCode).toBe(429);
  });
});

describe("until it is done", () => {
  const people = { accept: "text/html" };
  const get = (url: string, host = "learn.test") => app.server.inject({ url, headers: { host, ...people } });

  it("every address leads to the set-up, which answers; programs are told what there is not", async () => {
    for (const url of [
      "/v/",
      "/v",
      "/v/auth/login?ReturnUrl=%2Fv%2F",
      "/v/student/dashboard",
      "/v/no/such",
      "/nowhere",
      "/SysAdmin/Default.aspx",
    ]) {
      const reply = await get(url);
      expect([url, reply.statusCode, reply.headers.location]).toEqual([url, 302, "/v/setup"]);
    }
    expect((await get("/")).headers.location).toBe("/v/");
    for (const host of ["learn.test", "localhost:3000", "192.0.2.7"])
      for (const url of ["/v/setup", "/V/Setup/", "/v/setup?token=x"]) expect([url, (await get(url, host)).statusCode]).toEqual([url, 200]);
    const program = await app.server.inject({ url: "/rest/environment/", headers: { host: "learn.test" } });
    expect([program.statusCode, program.json()]).toEqual([200, { validPortal: false }]);
  });

  it("afterwards it leads nowhere: a foreign host is no portal", async () => {
    await setUp({ token: setupToken(app.config) });
    expect((await get("/v/")).headers.location).toBe("/v/auth/login");
    expect([(await get("/v/setup", "other.test")).statusCode, (await get("/v/auth/login", "other.test")).statusCode]).toEqual([404, 404]);
    expect((await get("/v/setup")).statusCode).toBe(200);
  });
});
