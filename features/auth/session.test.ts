import { describe, expect, it } from "vitest";
import { useSignIns } from "./test/sign-ins.ts";

// A session from its first token to its end.
const { app, login, cookiesOf, enter, audited, system, someone } = useSignIns();

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

  it("security.md 62: is kept for nobody who is not signed in, however often they come", async () => {
    const kept = () =>
      system((db) =>
        db
          .selectFrom("sessions")
          .select((count) => count.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow(),
      );
    const before = await kept();
    for (let visit = 0; visit < 5; visit++) {
      const visitor = app.anonymous("a");
      expect((await visitor.get("/v/auth/login")).statusCode).toBe(200);
      expect((await visitor.get("/rest/environment/environmentNoUser/")).statusCode).toBe(200);
      expect((await visitor.post("/rest/auth/login", { email: "nobody@a.test", password: "wrong" })).statusCode).toBe(401);
    }
    expect(await kept()).toEqual(before);
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

  it("says how long it still lasts, without lasting longer for that (AUTH-2)", async () => {
    const person = await someone();
    const left = async () => {
      const reply = await app.server.inject({ url: "/rest/auth/session", headers: { host: "a.test", cookie: person.cookie } });
      return reply.statusCode === 200 ? (reply.json() as { seconds: number; canStay: boolean }) : reply.statusCode;
    };
    const move = (values: { last_seen_at?: Date; expires_at?: Date }) =>
      system((db) => db.updateTable("sessions").set(values).where("user_id", "=", person.id).execute());
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const idle = app.config.sessionIdleMinutes;
    // Two minutes are left, also when it is asked again.
    await move({ last_seen_at: inMinutes(2 - idle) });
    for (const _ of ["once", "again"])
      expect(await left()).toEqual({ seconds: expect.toSatisfy((n) => n > 60 && n <= 120), canStay: true });
    expect((await enter(person.cookie)).statusCode).toBe(200);
    expect(await left()).toEqual({ seconds: expect.toSatisfy((n) => n > 3600), canStay: true });
    // What ends in any case is not made longer by staying.
    await move({ expires_at: inMinutes(5) });
    expect(await left()).toEqual({ seconds: expect.toSatisfy((n) => n > 240 && n <= 300), canStay: false });
    await move({ expires_at: inMinutes(-1) });
    expect(await left()).toBe(401);
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
