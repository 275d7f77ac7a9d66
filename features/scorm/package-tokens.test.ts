import { afterAll, beforeAll, expect, test } from "vitest";
import { testPassword, type Client } from "#app/test/app.ts";
import { sweepExpired } from "#features/auth/server/sessions.ts";
import type { OpenedPackage } from "./contract.ts";
import { attemptTokens } from "./server/tokens.ts";
import { factOf, startRuns, type Runs } from "./test/runs.ts";

// How long the token of an open package opens its files and takes its commits: security.md §3.2, #24, #25.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

test("a package stays closed to whom its course is closed to: suspended people, ended enrolments, authors who left (security.md #24)", async () => {
  const { app, aLearner } = runs;
  const status = async ({ token, contentOrigin }: OpenedPackage) =>
    (await app.server.inject({ url: `/c/${token}/pitching.html`, headers: { host: new URL(contentOrigin).host } })).statusCode;
  const become = (userId: number, to: "active" | "suspended") =>
    app.databases.inSystem("a membership rests or goes on", (db) =>
      db.updateTable("memberships").set({ status: to }).where("user_id", "=", userId).execute(),
    );
  const { opened, course, person } = await aLearner();
  const author = app.person("author", "a");
  const tryOut: OpenedPackage = (await (await app.signIn("author", "a")).post("/rest/scorm/openTest", { courseId: course.id })).json();
  expect([await status(opened), await status(tryOut)]).toEqual([200, 200]);
  await become(person.id, "suspended");
  await become(author.id, "suspended");
  expect([await status(opened), await status(tryOut)]).toEqual([404, 404]);
  await become(person.id, "active");
  await become(author.id, "active");
  expect([await status(opened), await status(tryOut)]).toEqual([200, 200]);
  await runs.endEnrolment(course.id);
  expect([await status(opened), await status(tryOut)]).toEqual([404, 200]);
});

test("a token lives until its session is ended; when that only runs out, files and commits wait for the next sign-in (security.md #25)", async () => {
  const { app, aLearner, send, logOf } = runs;
  const file = ({ token, contentOrigin }: OpenedPackage) =>
    app.server.inject({ url: `/c/${token}/pitching.html`, headers: { host: new URL(contentOrigin).host } });
  const fact = factOf({ "cmi.suspend_data": "kept" });
  // It runs out, and is swept away: nothing is refused for good, and it goes on as soon as the person is back.
  const { opened, person, attemptId } = await aLearner();
  await app.databases.inSystem("a session runs out", (db) =>
    db
      .updateTable("sessions")
      .set({ last_seen_at: new Date(Date.now() - 13 * 3_600_000) })
      .where("user_id", "=", person.id)
      .execute(),
  );
  expect((await send(opened.token, [fact])).statusCode).toBe(401);
  await sweepExpired(app.databases, app.config.sessionIdleMinutes);
  const waiting = file(opened);
  await app.signInAs(person, "a");
  expect((await waiting).statusCode).toBe(200);
  expect((await send(opened.token, [fact])).statusCode).toBe(200);
  expect(await logOf(attemptId)).toHaveLength(1);
  // Ended: by signing out, and by a new password.
  const out = await aLearner();
  expect((await file(out.opened)).statusCode).toBe(200);
  await out.client.get("/onlinetraining/auth/logout");
  await app.signInAs(out.person, "a");
  const changed = await aLearner();
  await app.databases.inSystem("a password that is known", async (db) => {
    const { password_hash } = await db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", app.person("student", "a").id)
      .executeTakeFirstOrThrow();
    await db.updateTable("users").set({ password_hash }).where("id", "=", changed.person.id).execute();
  });
  const body = { currentPassword: testPassword, newPassword: "quite-another-one-2026" };
  expect((await changed.client.post("/rest/auth/changePassword", body)).statusCode).toBe(200);
  for (const { opened: over } of [out, changed]) {
    expect((await file(over)).statusCode).toBe(404);
    const refused = await send(over.token, [fact]);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "session_ended"]);
  }
});

test("a token ends with the session that took its session's place: by signing out, and by a new password", async () => {
  const { app, aLearner, send } = runs;
  const standing = async ({ token, contentOrigin }: OpenedPackage) => [
    (await app.server.inject({ url: `/c/${token}/pitching.html`, headers: { host: new URL(contentOrigin).host } })).statusCode,
    (await send(token, [factOf({})])).statusCode,
  ];
  const runOut = (userId: number) =>
    app.databases.inSystem("a session runs out", (db) =>
      db
        .updateTable("sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("user_id", "=", userId)
        .execute(),
    );
  /** Signs in over the page: the browser still sends the cookie of the session before. */
  const signInAgain = async ({ client, person }: Awaited<ReturnType<typeof aLearner>>): Promise<Client> => {
    const answer = await client.post("/rest/auth/login", { email: person.email, password: testPassword });
    expect(answer.statusCode).toBe(200);
    const fresh = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const own = { cookie: `stoa_session=${fresh.stoa_session}; stoa_csrf=${fresh.stoa_csrf}`, "x-csrf-token": fresh.stoa_csrf ?? "" };
    return {
      ...client,
      get: (url, headers = {}) => client.get(url, { ...own, ...headers }),
      post: (url, body, headers = {}) => client.post(url, body, { ...own, ...headers }),
    };
  };
  const ends: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.get("/onlinetraining/auth/logout"),
    (client) => client.post("/rest/auth/changePassword", { currentPassword: testPassword, newPassword: "quite-another-one-2026" }),
  ];
  for (const end of ends) {
    const learner = await aLearner();
    const second = await signInAgain(learner);
    await runOut(learner.person.id);
    await sweepExpired(app.databases, app.config.sessionIdleMinutes);
    const third = await signInAgain({ ...learner, client: second });
    expect(await standing(learner.opened)).toEqual([200, 200]);
    await end(third);
    await app.signInAs(learner.person, "a");
    expect(await standing(learner.opened)).toEqual([404, 403]);
  }
});

test("a token ends after twelve hours and cannot be made without the secret", () => {
  let now = Date.UTC(2026, 10, 21);
  const facts = {
    kind: "learn",
    portalId: 1,
    userId: 5,
    attemptId: 2,
    courseId: 6,
    packageId: 3,
    epoch: 4,
    sessionId: 7,
    origin: "https://a.test",
  } as const;
  const tokens = attemptTokens("secret-one", () => now);
  const token = tokens.issue(facts);
  expect(tokens.read(token)).toMatchObject(facts);
  expect(attemptTokens("secret-two", () => now).read(token)).toBeNull();
  const [payload = "", signature = ""] = token.split(".");
  const forged = Buffer.from(Buffer.from(payload, "base64url").toString().replace('"a":2', '"a":9')).toString("base64url");
  for (const text of [`${forged}.${signature}`, payload, `${payload}.`, "", ".", "x".repeat(5000)]) expect(tokens.read(text)).toBeNull();
  now += 12 * 3_600_000 + 1000;
  expect(tokens.read(token)).toBeNull();
});
