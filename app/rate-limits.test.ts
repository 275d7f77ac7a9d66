import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { startTestApp, testPassword, type TestApp } from "./test/app.ts";

// The limits with their production values (security.md §3.8), not the raised ones of other tests.
let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ RATE_ANON_PER_IP: "60", RATE_COMMIT: "60", RATE_COMMIT_BURST: "20" })));
afterAll(() => app.close());

test("a signed-out visitor gets sixty calls a minute, then 429 with the waiting time; a signed-in person is not counted", async () => {
  const visitor = app.anonymous("a");
  for (let call = 0; call < 60; call++) expect((await visitor.get("/rest/environment/environmentNoUser/")).statusCode).toBe(200);
  const refused = await visitor.get("/rest/environment/environmentNoUser/");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.json().message).toMatch(/Try again in \d+ seconds?\./);
  // Asking whether a set-up is needed is an anonymous call that counts; sign-in has a limit of its own.
  expect((await visitor.get("/rest/auth/setup")).statusCode).toBe(429);
  expect((await visitor.post("/rest/auth/login", { email: "student@a.test", password: testPassword })).statusCode).toBe(200);
  const student = await app.signIn("student", "a");
  expect((await student.get("/rest/environment/")).statusCode).toBe(200);
});

test("a made-up session is counted as a visitor on every call, is written nowhere, and costs no signed-in person anything", async () => {
  const strict = await startTestApp({ RATE_ANON_PER_IP: "5" });
  const { host } = strict.portal("a");
  const madeUp = (nth: number) => {
    const session = `${nth}`.padStart(43, "x");
    const csrf = issueCsrf(strict.config.secret, session);
    return { host, origin: `http://${host}`, "x-csrf-token": csrf, cookie: `stoa_session=${session}; stoa_csrf=${csrf}` };
  };
  const statusOf = async (method: "GET" | "POST", url: string, nth: number, payload?: object) =>
    (await strict.server.inject({ method, url, headers: madeUp(nth), ...(payload && { payload }) })).statusCode;
  const facts = { clientId: "made-up-client", epoch: 1 };
  const ofPackage = { kind: "cmi", scoKey: "sco-1", session: "session-1", values: {} };
  // Two of each kind: calls that look up the session first, those that do so in the commit's statement, and those that never do.
  const calls = [
    (nth: number) => statusOf("GET", "/rest/dashboard/student", nth),
    (nth: number) => statusOf("GET", "/rest/environment/", nth),
    (nth: number) => statusOf("POST", "/rest/progress/attempts/1/commits", nth, { ...facts, commits: [{ seq: 1, fact: ofPackage }] }),
    (nth: number) => statusOf("GET", "/rest/environment/environmentNoUser/", nth),
    (nth: number) => statusOf("POST", "/educate/scorm/upload", nth),
  ];
  const tables = () =>
    strict.databases.inSystem("count rows", async (db) => [
      await db.selectFrom("sessions").selectAll().orderBy("id").execute(),
      await db.selectFrom("rate_limits").selectAll().orderBy("key").execute(),
      await db.selectFrom("audit_events").selectAll().orderBy("id").execute(),
    ]);
  const student = await strict.signIn("student", "a");
  const before = await tables();
  const answers: number[] = [];
  for (const [nth, call] of [...calls, ...calls].entries()) answers.push(await call(nth));
  expect(answers).toEqual([401, 401, 401, 200, 401, 429, 429, 429, 429, 429]);
  expect(await tables()).toEqual(before);
  expect((await student.get("/rest/environment/")).statusCode).toBe(200);
  await strict.close();
});

test("progress of one attempt is taken sixty times a minute and a burst of twenty; another attempt has its own count", async () => {
  const student = await app.signIn("student", "a");
  const opened = async () => {
    const course = await app.aCourse("a");
    await app.anEnrolment("a", { courseId: course.id, userId: student.userId });
    return (await student.post("/rest/progress/launch", { courseId: course.id })).json();
  };
  const deliver = ({ state, epoch }: { state: { attemptId: number }; epoch: number }, seq: number) =>
    student.post(`/rest/progress/attempts/${state.attemptId}/commits`, {
      clientId: "limit-test",
      epoch,
      commits: [{ seq, fact: { kind: "view", pageId: "p1" } }],
    });
  const first = await opened();
  const answers: number[] = [];
  for (let seq = 1; seq <= 81; seq++) answers.push((await deliver(first, seq)).statusCode);
  expect(answers.slice(0, 80).every((status) => status === 200)).toBe(true);
  expect(answers[80]).toBe(429);
  expect((await deliver(await opened(), 1)).statusCode).toBe(200);
});

test("nobody uses up what another person's attempt may send, and its number spelled otherwise is refused", async () => {
  const strict = await startTestApp({ RATE_COMMIT: "2", RATE_COMMIT_BURST: "1" });
  const learner = await strict.signIn("student", "a");
  const course = await strict.aCourse("a");
  await strict.anEnrolment("a", { courseId: course.id, userId: learner.userId });
  const { state, epoch } = (await learner.post("/rest/progress/launch", { courseId: course.id })).json();
  let seq = 0;
  const statusFor = async (client: typeof learner, spelled: string) => {
    const commits = [{ seq: ++seq, fact: { kind: "view", pageId: "p1" } }];
    return (await client.post(`/rest/progress/attempts/${spelled}/commits`, { clientId: "limit-test", epoch, commits })).statusCode;
  };
  const stranger = await strict.signIn("author", "a");
  for (const client of [stranger, stranger, stranger, stranger, strict.anonymous("a"), strict.anonymous("a"), strict.anonymous("a")])
    expect([401, 403, 429]).toContain(await statusFor(client, `${state.attemptId}`));
  for (const spelled of [`0${state.attemptId}`, `00${state.attemptId}`, `${state.attemptId}.0`])
    expect([spelled, await statusFor(learner, spelled)]).toEqual([spelled, 400]);
  const answers: number[] = [];
  for (let i = 0; i < 4; i++) answers.push(await statusFor(learner, `${state.attemptId}`));
  expect(answers).toEqual([200, 200, 200, 429]);
  await strict.close();
});
