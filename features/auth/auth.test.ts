import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { hashPassword } from "./server/passwords.ts";
import { useSignIns, type Typed } from "./test/sign-ins.ts";

// The form of signing in: whom it lets in and where to, whom it refuses and how.
const { app, login, cookiesOf, enter, takeRole, audited, system, someone } = useSignIns();

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
      // With the right password they learn which portals are theirs (features/identities/elsewhere.test.ts).
      login({ email: app.person("student", "b").email, password: "not the password" }),
      login({ email: suspended.email }),
      login({ email: suspendedAdmin.email, password: "not the password" }),
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

  it("notes a sign-in whose password was changed while it was checked, like any that fails", async () => {
    const person = await app.aPerson("a");
    const password_hash = await hashPassword("seven quiet harbours");
    const { reply } = await app.databases.inSystem("a person sets a password", async (db) => {
      await db.updateTable("users").set({ password_hash }).where("id", "=", person.id).execute();
      const signingIn = login({ email: person.email });
      await expect.poll(async () => (await sql.raw(waitsForMe).execute(db)).rows.length).toBeGreaterThan(0);
      return { reply: signingIn };
    });
    expect((await reply).statusCode).toBe(401);
    expect([await audited(person.id, "signed_in"), await audited(person.id, "sign_in_failed")]).toEqual([0, 1]);
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
