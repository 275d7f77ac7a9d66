import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, testPassword, type TestApp } from "#app/test/app.ts";
import { sweepExpired } from "#features/auth/server/sessions.ts";
import { hashToken } from "#platform/tokens.ts";
import { aProgram, programOf } from "./test/a-program.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const rowsOf = (userId: number) =>
  app.databases.inSystem("look at tokens", (db) =>
    db.selectFrom("api_tokens").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
  );
const entriesOf = (userId: number, action: string) =>
  app.databases.inSystem("look at the log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["actor_id", "after", "before"])
      .where("object_id", "=", userId)
      .where("action", "=", action)
      .execute(),
  );

test("a token is made, told once, used, listed and revoked; the database has its hash alone", async () => {
  const person = await app.aPerson("a", { isManager: true });
  const client = await app.signInAs(person, "a");
  const before = await client.get("/rest/tokens");
  expect(before.json()).toEqual({
    tokens: [],
    offered: ["learning:read", "people:read", "people:write", "enrolments:write", "courses:read"],
  });
  const made = await client.post("/rest/tokens", { name: " Nightly sync ", scopes: ["people:read", "people:read"], days: 90 });
  expect(made.statusCode).toBe(200);
  const { secret, token } = made.json();
  expect(secret).toMatch(/^stoa_[\w-]{43}$/);
  expect(token).toMatchObject({
    name: "Nightly sync",
    scopes: ["people:read"],
    prefix: secret.slice(0, 11),
    lastUsedAt: null,
    isExpired: false,
  });
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(90 * 86_400_000);
  const [row] = await rowsOf(person.id);
  expect(row?.token_hash).toEqual(hashToken(secret));
  expect(JSON.stringify(row)).not.toContain(secret);

  const program = programOf(app, "a", { secret, id: token.id });
  const people = await program.get("/rest/people");
  expect(people.statusCode).toBe(200);
  expect(people.headers["set-cookie"]).toBeUndefined();
  expect(people.headers["ratelimit-limit"]).toBe("1000000");
  expect(Number(people.headers["ratelimit-remaining"])).toBeLessThan(1_000_000);
  const listed = await client.get("/rest/tokens");
  expect(listed.body).not.toContain(secret);
  expect(listed.json().tokens).toMatchObject([{ id: token.id, lastIp: "127.0.0.1" }]);

  expect((await client.post(`/rest/tokens/${token.id}/revoke`)).json()).toEqual({ tokenId: token.id });
  const refused = await program.get("/rest/people");
  expect([refused.statusCode, refused.json().code]).toEqual([401, "token_revoked"]);
  expect(refused.headers["www-authenticate"]).toContain("Bearer");
  expect((await client.get("/rest/tokens")).json().tokens).toEqual([]);
  expect((await client.post(`/rest/tokens/${token.id}/revoke`)).statusCode).toBe(404);
  expect(await entriesOf(person.id, "token_made")).toMatchObject([
    { actor_id: person.id, after: { token: "Nightly sync", scopes: ["people:read"] } },
  ]);
  expect(await entriesOf(person.id, "token_revoked")).toMatchObject([{ actor_id: person.id, before: { token: "Nightly sync" } }]);
});

test("its use is written at most once a minute", async () => {
  const client = await app.signInAs(await app.aPerson("a"), "a");
  const program = await aProgram(app, "a", client);
  const versions = async () =>
    (
      await app.databases.inSystem("count versions", (db) =>
        sql<{ at: string }>`select xmin::text as at from api_tokens where id = ${program.id}`.execute(db),
      )
    ).rows[0]?.at;
  await program.get("/rest/history");
  const first = await versions();
  for (const _ of [1, 2, 3]) await program.get("/rest/history");
  expect(await versions()).toBe(first);
  await app.databases.inSystem("a minute passes", (db) =>
    sql`update api_tokens set last_used_at = last_used_at - interval '61 seconds' where id = ${program.id}`.execute(db),
  );
  const later = await versions();
  await program.get("/rest/history");
  expect(await versions()).not.toBe(later);
});

test("what is asked for a token is checked: name, scopes of one's own, a year at most, fifty tokens", async () => {
  const student = await app.signInAs(await app.aPerson("a"), "a");
  const make = (body: object) => student.post("/rest/tokens", { name: "One", scopes: ["learning:read"], days: 1, ...body });
  for (const wrong of [{ name: " " }, { name: "x".repeat(81) }, { scopes: [] }, { scopes: ["everything"] }, { days: 0 }, { days: 366 }])
    expect([wrong, (await make(wrong)).statusCode]).toEqual([wrong, 400]);
  const more = await make({ scopes: ["people:read"] });
  expect([more.statusCode, more.json().code]).toEqual([403, "scope_not_yours"]);
  const visitor = await app.signIn("system", "a");
  const foreign = await visitor.post("/rest/tokens", { name: "One", scopes: ["people:read"], days: 1 });
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, "token_members_only"]);
  for (let nth = 0; nth < 50; nth++) expect((await make({})).statusCode).toBe(200);
  const many = await make({});
  expect([many.statusCode, many.json().code]).toEqual([409, "too_many_tokens"]);
});

test("nobody reaches the token of somebody else, here or in another portal", async () => {
  const owner = await app.signInAs(await app.aPerson("a"), "a");
  const program = await aProgram(app, "a", owner);
  for (const other of [await app.signIn("student", "a"), await app.signIn("admin", "a"), await app.signIn("student", "b")])
    expect((await other.post(`/rest/tokens/${program.id}/revoke`)).statusCode).toBe(404);
  expect((await program.get("/rest/history")).statusCode).toBe(200);
});

test("a token never does more than its person may at that moment", async () => {
  const person = await app.aPerson("a", { isManager: true });
  const program = await aProgram(app, "a", await app.signInAs(person, "a"));
  expect((await program.get("/rest/people")).statusCode).toBe(200);
  await app.databases.inSystem("take the role", async (db) => {
    await db.deleteFrom("role_assignments").where("user_id", "=", person.id).execute();
    await db.updateTable("memberships").set({ is_manager: false }).where("user_id", "=", person.id).execute();
  });
  const refused = await program.get("/rest/people");
  expect([refused.statusCode, refused.json().code]).toEqual([403, "forbidden"]);
  await app.databases.inSystem("ask for a password", (db) =>
    db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute(),
  );
  const gated = await program.get("/rest/history");
  expect([gated.statusCode, gated.json().code]).toEqual([403, "must_change_password"]);
});

test("a new password and deactivating end tokens for good", async () => {
  const changing = await app.aPerson("a", { email: "changing@a.test" });
  const client = await app.signInAs(changing, "a");
  const ofChanging = await aProgram(app, "a", client);
  expect(
    (
      await client.post("/rest/auth/changePassword", {
        currentPassword: testPassword,
        newPassword: "quite-another-horse-91",
      })
    ).statusCode,
  ).toBe(200);
  expect((await ofChanging.get("/rest/history")).json().code).toBe("token_revoked");

  const leaving = await app.aPerson("a");
  const ofLeaving = await aProgram(app, "a", await app.signInAs(leaving, "a"));
  const admin = await app.signIn("admin", "a");
  const status = (to: string) => admin.post(`/rest/people/${leaving.id}/status`, { status: to, reason: "Left" });
  expect((await status("suspended")).statusCode).toBe(200);
  expect((await ofLeaving.get("/rest/history")).json().code).toBe("token_revoked");
  expect((await status("active")).statusCode).toBe(200);
  expect((await ofLeaving.get("/rest/history")).json().code).toBe("token_revoked");

  const suspended = await app.aPerson("a");
  const ofSuspended = await aProgram(app, "a", await app.signInAs(suspended, "a"));
  await app.databases.inSystem("suspend without more", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", suspended.id).execute(),
  );
  expect((await ofSuspended.get("/rest/history")).statusCode).toBe(401);
});

test("an expired token is refused as such, and swept away a month later", async () => {
  const client = await app.signInAs(await app.aPerson("a"), "a");
  const program = await aProgram(app, "a", client);
  await app.databases.inSystem("time passes", (db) =>
    sql`update api_tokens set created_at = now() - interval '91 days', expires_at = now() - interval '1 day' where id = ${program.id}`.execute(
      db,
    ),
  );
  const refused = await program.get("/rest/history");
  expect([refused.statusCode, refused.json().code]).toEqual([401, "token_expired"]);
  expect((await client.get("/rest/tokens")).json().tokens).toMatchObject([{ id: program.id, isExpired: true }]);
  await sweepExpired(app.databases, 60);
  expect((await client.get("/rest/tokens")).json().tokens).toHaveLength(1);
  await app.databases.inSystem("a month passes", (db) =>
    sql`update api_tokens set created_at = now() - interval '122 days', expires_at = now() - interval '32 days' where id = ${program.id}`.execute(
      db,
    ),
  );
  await sweepExpired(app.databases, 60);
  expect((await client.get("/rest/tokens")).json().tokens).toEqual([]);
});

test("an email cannot be changed by a token, and a change by one says so in the log", async () => {
  const admin = await app.aPerson("a", { isAdmin: true });
  const program = await aProgram(app, "a", await app.signInAs(admin, "a"));
  const person = await app.aPerson("a");
  const profile = { givenName: "New", familyName: "Name", email: person.email };
  const stolen = await program.send("PUT", `/rest/people/${person.id}/profile`, { ...profile, email: "mine@a.test" });
  expect([stolen.statusCode, stolen.json().code]).toEqual([403, "email_not_by_token"]);
  expect((await program.send("PUT", `/rest/people/${person.id}/profile`, profile)).statusCode).toBe(200);
  expect(await entriesOf(person.id, "profile_changed")).toMatchObject([
    { actor_id: admin.id, after: { given_name: "New", by_token: "A program" } },
  ]);
});

test("somebody who looks as another person makes no token for them", async () => {
  const person = await app.aPerson("a");
  const admin = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
  expect((await admin.post("/rest/roles/looks", { userId: person.id, reason: "To help", writes: true })).statusCode).toBe(200);
  const made = await admin.post("/rest/tokens", { name: "Mine now", scopes: ["learning:read"], days: 1 });
  expect([made.statusCode, made.json().code]).toEqual([403, "looking_as"]);
  expect(await rowsOf(person.id)).toEqual([]);
});

test("each write by a program says so in the log", async () => {
  const admin = await app.aPerson("a", { isAdmin: true });
  const program = await aProgram(app, "a", await app.signInAs(admin, "a"));
  const { id: courseId } = await app.aCourse("a");
  const added = await program.send("POST", "/rest/people", {
    email: "added@a.test",
    givenName: "Ada",
    familyName: "Added",
    externalId: "",
  });
  const { userId } = added.json();
  expect(
    (await program.send("PUT", `/rest/people/${userId}/profile`, { givenName: "Ida", familyName: "Added", email: "added@a.test" }))
      .statusCode,
  ).toBe(200);
  expect((await program.send("POST", `/rest/people/${userId}/enrolments`, { courseId })).statusCode).toBe(200);
  const enrolments = (await program.get(`/rest/people/${userId}/enrolments`)).json().rows;
  expect(
    (await program.send("POST", `/rest/people/${userId}/enrolments/${enrolments[0].enrolmentId}/end`, { reason: "No longer" })).statusCode,
  ).toBe(200);
  expect((await program.send("POST", `/rest/people/${userId}/status`, { status: "suspended", reason: "Left" })).statusCode).toBe(200);
  const entries = await app.databases.inSystem("look at the log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("actor_id", "=", admin.id)
      .where("action", "not in", ["signed_in", "token_made"])
      .orderBy("id")
      .execute(),
  );
  expect(entries.map(({ action, after }) => [action, (after as Record<string, unknown> | null)?.["by_token"]])).toEqual(
    ["person_added", "profile_changed", "enrolled", "unenrolled", "person_deactivated"].map((action) => [action, "A program"]),
  );
});

test("deactivating many at once ends their tokens too, for good", async () => {
  const person = await app.aPerson("a");
  const program = await aProgram(app, "a", await app.signInAs(person, "a"));
  const admin = await app.signIn("admin", "a");
  for (const kind of ["deactivate", "reactivate"]) {
    const { runId } = (await admin.post("/rest/bulk", { kind, input: {}, of: { ids: [person.id] } })).json();
    expect((await admin.post(`/rest/bulk/${runId}/run`)).statusCode).toBe(200);
  }
  expect((await program.get("/rest/history")).json().code).toBe("token_revoked");
});

test("whoever may deactivate people revokes a token of theirs; others do not", async () => {
  const person = await app.aPerson("a");
  const program = await aProgram(app, "a", await app.signInAs(person, "a"));
  const url = `/rest/people/${person.id}/tokens/${program.id}/revoke`;
  for (const role of ["student", "author"] as const) expect((await (await app.signIn(role, "a")).post(url)).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).post(url)).statusCode).toBe(404);
  const admin = await app.signIn("admin", "a");
  const listed = await admin.get(`/rest/people/${person.id}/tokens`);
  expect(listed.json().tokens).toMatchObject([{ id: program.id, name: "A program" }]);
  expect(listed.body).not.toContain(program.secret);
  expect((await admin.post(url)).json()).toEqual({ tokenId: program.id });
  expect((await program.get("/rest/history")).json().code).toBe("token_revoked");
  expect(await entriesOf(person.id, "token_revoked")).toMatchObject([{ actor_id: admin.userId, before: { token: "A program" } }]);
  const own = await aProgram(app, "a", admin);
  expect((await admin.post(`/rest/people/${admin.userId}/tokens/${own.id}/revoke`)).json().code).toBe("own_record");
});
