import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { durationSeconds } from "./durations.ts";
import { attemptTokens } from "./server/tokens.ts";
import type { CmiFact, OpenedPackage } from "./contract.ts";
import type { ScormPolicy } from "./completion-policy.ts";
import { files12, scorm12Package, scorm2004Package, zipOf } from "./test/sample-packages.ts";
import { aScormCourse, type ScormCourse } from "./test/scorm-course.ts";

// Capabilities SCO-1, SCO-3 to SCO-6, SCO-9; security.md §3.2, §5.3: tokens, the content host, commits exactly once.
const content = "http://content.test";
let app: TestApp;
let zip: Buffer;
let single: Buffer;
beforeAll(async () => {
  app = await startTestApp({ CONTENT_ORIGIN: content });
  zip = await scorm12Package();
  single = await zipOf(files12([{ title: "Pitching", href: "pitching.html" }]));
});
afterAll(() => app.close());

let clients = 0;
const newClient = () => `client-${String(++clients).padStart(8, "0")}`;

/** A learner with a launched course and its opened package. */
async function aLearner(policy: Partial<ScormPolicy> = {}, { bytes = single, key = "a" as "a" | "b" } = {}) {
  const person = await app.aPerson(key);
  const portalId = app.portal(key).id;
  const course = await aScormCourse(
    { databases: app.databases, dataDir: app.config.dataDir },
    { portalId, userId: app.person("author", key).id, zip: bytes, policy, learners: [person.id] },
  );
  const client = await app.signInAs(person, key);
  return { ...(await launch(client, course)), course, person };
}
async function launch(client: Client, course: ScormCourse, body: object = {}) {
  const launched = (await client.post("/rest/progress/launch", { courseId: course.id, ...body })).json();
  const attemptId = launched.state.attemptId as number;
  const response = await client.post("/rest/scorm/open", { attemptId, epoch: launched.epoch });
  expect(response.statusCode).toBe(200);
  return { client, attemptId, epoch: launched.epoch as number, opened: response.json() as OpenedPackage };
}
const factOf = (values: Record<string, string>, more: Partial<CmiFact> = {}): CmiFact => ({
  kind: "cmi",
  scoKey: "sco-1",
  session: "session-1",
  values,
  ...more,
});
const send = (
  token: string,
  facts: (CmiFact | { seq: number; fact: CmiFact })[],
  { clientId = newClient(), host = "a.test", headers = {} as Record<string, string> } = {},
) =>
  app.server.inject({
    method: "POST",
    url: "/rest/scorm/commit",
    headers: { host, origin: content, "sec-fetch-site": "cross-site", "content-type": "text/plain", ...headers },
    payload: JSON.stringify({ token, clientId, commits: facts.map((fact, index) => ("fact" in fact ? fact : { seq: index + 1, fact })) }),
  });
const stateOf = async (client: Client, attemptId: number) => (await client.get(`/rest/progress/attempts/${attemptId}`)).json();
const rowOf = (attemptId: number, scoKey = "sco-1", key: "a" | "b" = "a") =>
  app.databases.inPortal(app.portal(key).id, (db) =>
    db.selectFrom("scorm_states").selectAll().where("attempt_id", "=", attemptId).where("sco_key", "=", scoKey).executeTakeFirst(),
  );
const logOf = (attemptId: number) =>
  app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("commit_log").selectAll().where("attempt_id", "=", attemptId).where("kind", "=", "cmi").orderBy("seq").execute(),
  );

test("opening a package gives its parts, its states and a token; another person's attempt, a wrong epoch and an ended enrolment do not open", async () => {
  const { client, attemptId, epoch, opened, person, course } = await aLearner({}, { bytes: zip });
  expect(opened).toMatchObject({
    standard: "1.2",
    isTest: false,
    contentOrigin: content,
    states: {},
    learner: { id: String(person.id), name: "Ruiz, Ana" },
  });
  expect(opened.launcherUrl).toBe(`${content}/c/${opened.token}/~launcher`);
  expect(opened.organization.items.map(({ scoKey }) => scoKey)).toEqual(["sco-1", "sco-2"]);
  const stranger = await app.signIn("student", "a");
  expect((await stranger.post("/rest/scorm/open", { attemptId, epoch })).statusCode).toBe(403);
  expect((await client.post("/rest/scorm/open", { attemptId, epoch: epoch + 1 })).json().code).toBe("not_launched");
  expect((await (await app.signIn("student", "b")).post("/rest/scorm/open", { attemptId, epoch })).statusCode).toBe(404);
  await endEnrolment(course.id);
  expect((await client.post("/rest/scorm/open", { attemptId, epoch })).json().code).toBe("not_enrolled");
});

async function endEnrolment(courseId: number) {
  await app.databases.inSystem("end an enrolment", async (db) => {
    const cause = await db
      .selectFrom("enrolment_causes as c")
      .innerJoin("enrolments as e", (join) => join.onRef("e.portal_id", "=", "c.portal_id").onRef("e.id", "=", "c.enrolment_id"))
      .select(["c.portal_id", "c.id"])
      .where("e.course_id", "=", courseId)
      .executeTakeFirstOrThrow();
    await db.insertInto("enrolment_cause_ends").values({ portal_id: cause.portal_id, cause_id: cause.id }).execute();
  });
}

test("the content host answers files of the token's package and nothing else; portals never answer them", async () => {
  const { opened } = await aLearner();
  const at = (path: string, host = "content.test", headers: Record<string, string> = {}) =>
    app.server.inject({ method: "GET", url: path, headers: { host, ...headers } });
  const page = await at(`/c/${opened.token}/pitching.html?x=1`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("<h1>Pitching</h1>");
  expect(page.headers).toMatchObject({
    "content-type": "text/html",
    "content-security-policy": `frame-ancestors http://a.test ${content}`,
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(page.headers["permissions-policy"]).toContain("unload=*");
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect((await at(`/c/${opened.token}/PITCHING.HTML`)).statusCode).toBe(200);
  const part = await at(`/c/${opened.token}/pitching.html`, "content.test", { range: "bytes=0-8" });
  expect([part.statusCode, part.body]).toEqual([206, "<!doctype"]);
  const launcher = await at(`/c/${opened.token}/~launcher`);
  expect(launcher.body).toContain('{"origin":"http://a.test"}');
  for (const path of [
    "/c/",
    "/c/x/y",
    `/c/${opened.token}x/pitching.html`,
    `/c/${opened.token}/../../etc/passwd`,
    `/c/${opened.token}/%2e%2e/%2e%2e/stoa`,
    `/c/${opened.token}/none.html`,
    `/c/${opened.token}/%E0%A4%A`,
  ])
    expect((await at(path)).statusCode, path).toBeGreaterThanOrEqual(400);
  for (const path of ["/", "/v/auth/login", "/rest/environmentNoUser", "/api/openapi.json", "/v/assets/x.js"])
    expect((await at(path)).statusCode, path).toBe(404);
  expect((await at(`/c/${opened.token}/pitching.html`, "a.test")).statusCode).toBe(404);
  expect((await at(`/c/${opened.token}/pitching.html`, "content.test", { "service-worker": "script" })).statusCode).toBe(404);
});

test("a launcher's commit needs its token, its origin and its portal; what it stores shows in the attempt", async () => {
  const { client, attemptId, opened } = await aLearner();
  const other = await aLearner();
  const fact = factOf({ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "80" });
  for (const headers of [{ origin: "http://a.test" }, { origin: "http://evil.test" }, { origin: "null" }])
    expect((await send(opened.token, [fact], { headers })).statusCode).toBe(403);
  expect((await send(`${opened.token}x`, [fact])).statusCode).toBe(403);
  expect((await send(opened.token, [fact], { host: "b.test" })).statusCode).toBe(403);
  expect(await rowOf(attemptId)).toBeUndefined();
  const stored = await send(opened.token, [fact]);
  expect([stored.statusCode, stored.json()]).toEqual([200, { stored: [1], refused: [] }]);
  expect(stored.headers["access-control-allow-origin"]).toBe(content);
  expect(stored.headers["set-cookie"]).toBeUndefined();
  expect(await stateOf(client, attemptId)).toMatchObject({
    percent: 100,
    donePages: ["sco-1"],
    completion: { scorePercent: 80, passed: true },
  });
  expect(await stateOf(other.client, other.attemptId)).toMatchObject({ percent: 0, completion: null });
});

test("the same fact by both ways counts once; the same session cookie cannot use the launcher's way", async () => {
  const { client, attemptId, epoch, opened } = await aLearner();
  const clientId = newClient();
  const facts = [
    factOf({ "cmi.core.session_time": "0000:01:00" }),
    factOf({ "cmi.core.session_time": "0000:02:30.5", "cmi.suspend_data": "b" }),
  ];
  const commits = facts.map((fact, index) => ({ seq: index + 1, fact }));
  await Promise.all([
    send(opened.token, facts, { clientId }),
    client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits }),
    send(opened.token, facts, { clientId }),
    client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits }),
  ]);
  expect(await logOf(attemptId)).toHaveLength(2);
  expect(await rowOf(attemptId)).toMatchObject({ reported_seconds: 150.5, sessions: 1, cmi: { "cmi.suspend_data": "b" } });
});

test("facts count in the order they were made, whatever order they arrive in", async () => {
  const made = [
    factOf({ "cmi.suspend_data": "1", "cmi.core.lesson_location": "p1", "cmi.core.score.raw": "90" }),
    factOf({ "cmi.suspend_data": "2", "cmi.core.lesson_status": "completed" }),
    factOf({ "cmi.suspend_data": "3", "cmi.core.lesson_status": "incomplete", "cmi.core.score.raw": "40" }),
    factOf({ "cmi.core.lesson_location": "p9" }, { session: "session-2" }),
  ].map((fact, index) => ({ seq: index + 1, fact }));
  const inOrder = await aLearner();
  const shuffled = await aLearner();
  await send(inOrder.opened.token, made);
  for (const index of [3, 1, 0, 2, 1])
    await send(shuffled.opened.token, [made[index] as (typeof made)[number]], { clientId: "client-shuffled" });
  const [a, b] = [await rowOf(inOrder.attemptId), await rowOf(shuffled.attemptId)];
  const plain = (row: typeof a) => row && { ...row, attempt_id: 0, updated_at: null };
  expect(plain(b)).toEqual(plain(a));
  expect(a).toMatchObject({
    completed: true,
    best_percent: 90,
    last_percent: 40,
    cmi: { "cmi.suspend_data": "3", "cmi.core.lesson_location": "p9" },
  });
});

test("an older opening's late facts are kept, add what only rises, and move nothing newer", async () => {
  const first = await aLearner();
  const clientId = newClient();
  await send(first.opened.token, [factOf({ "cmi.suspend_data": "old" })], { clientId });
  const second = await launch(first.client, first.course);
  expect(second.epoch).toBe(first.epoch + 1);
  expect(second.opened.states["sco-1"]?.cmi).toMatchObject({ "cmi.suspend_data": "old" });
  await send(second.opened.token, [factOf({ "cmi.suspend_data": "new" }, { session: "session-2" })]);
  const late = await send(
    first.opened.token,
    [{ seq: 9, fact: factOf({ "cmi.suspend_data": "older device", "cmi.core.lesson_status": "completed" }) }],
    { clientId },
  );
  expect(late.json()).toEqual({ stored: [9], refused: [] });
  expect(await rowOf(first.attemptId)).toMatchObject({ completed: true, cmi: { "cmi.suspend_data": "new" } });
  expect((await logOf(first.attemptId)).map(({ outcome }) => outcome)).toEqual(["applied", "applied", "late"]);
  expect(await stateOf(first.client, first.attemptId)).toMatchObject({ percent: 100 });
});

test("no status without a launch, for unknown parts or for a closed attempt; refusals are kept in the log", async () => {
  const { client, attemptId, epoch, opened, course } = await aLearner();
  const unknown = await send(opened.token, [factOf({ "cmi.core.lesson_status": "passed" }, { scoKey: "sco-7" })]);
  expect(unknown.json().refused).toEqual([{ seq: 1, message: "This part is not in the version you are learning." }]);
  // A second launch raises the epoch, and nobody opened the package under it.
  const launched = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  const forged = await client.post(`/rest/progress/attempts/${attemptId}/commits`, {
    clientId: newClient(),
    epoch: launched.epoch,
    commits: [{ seq: 1, fact: factOf({ "cmi.core.lesson_status": "passed" }) }],
  });
  expect(forged.json().refused).toEqual([{ seq: 1, message: "This part was not opened for learning." }]);
  expect((await stateOf(client, attemptId)).percent).toBe(0);
  // Completed, then begun again: the first attempt is closed.
  await send(opened.token, [factOf({ "cmi.core.lesson_status": "completed" })]);
  await launch(client, course, { retake: true });
  const closed = await send(opened.token, [factOf({ "cmi.core.lesson_status": "passed" })]);
  expect(closed.json().refused).toEqual([{ seq: 1, message: "A newer attempt has begun; this one is closed." }]);
  expect((await rowOf(attemptId))?.passed).toBeNull();
  expect((await logOf(attemptId)).filter(({ outcome }) => outcome === "refused")).toHaveLength(3);
  expect(epoch).toBe(1);
});

test("an ended enrolment or a suspended person stops commits, with nothing stored", async () => {
  const ended = await aLearner();
  await endEnrolment(ended.course.id);
  expect((await send(ended.opened.token, [factOf({ "cmi.core.lesson_status": "passed" })])).json().code).toBe("not_enrolled");
  const suspended = await aLearner();
  await app.databases.inSystem("suspend", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", suspended.person.id).execute(),
  );
  expect((await send(suspended.opened.token, [factOf({ "cmi.core.lesson_status": "passed" })])).statusCode).toBe(403);
  for (const { attemptId } of [ended, suspended]) expect(await logOf(attemptId)).toEqual([]);
});

test("64,000 characters of suspend data are kept whole by both ways", async () => {
  const { client, attemptId, epoch, opened } = await aLearner();
  const long = (letter: string) => `${letter}"\\\u{1F3D5}`.repeat(16_000).slice(0, 64_000);
  expect((await send(opened.token, [factOf({ "cmi.suspend_data": long("a") })])).statusCode).toBe(200);
  expect((await rowOf(attemptId))?.cmi).toEqual({ "cmi.suspend_data": long("a") });
  const reply = await client.post(`/rest/progress/attempts/${attemptId}/commits`, {
    clientId: newClient(),
    epoch,
    commits: [{ seq: 99, fact: factOf({ "cmi.suspend_data": long("b") }) }],
  });
  expect(reply.statusCode).toBe(200);
  expect((await rowOf(attemptId))?.cmi).toEqual({ "cmi.suspend_data": long("b") });
});

test("a score out of bounds is kept as it came and never counts beyond 0 to 100", async () => {
  const { attemptId, opened } = await aLearner();
  await send(opened.token, [factOf({ "cmi.core.score.raw": "1000", "cmi.core.score.max": "50" })]);
  expect(await rowOf(attemptId)).toMatchObject({ best_percent: 100, cmi: { "cmi.core.score.raw": "1000" } });
  expect((await logOf(attemptId))[0]?.delta).toMatchObject({ flagged: "score" });
  const other = await aLearner({}, { bytes: await scorm2004Package() });
  await send(other.opened.token, [factOf({ "cmi.score.scaled": "-3" })]);
  expect(await rowOf(other.attemptId)).toMatchObject({ best_percent: 0 });
});

test("once completed and passed, a course stays so; a better score is taken over (SCO-6)", async () => {
  const { client, attemptId, opened } = await aLearner();
  const clientId = newClient();
  const report = async (seq: number, values: Record<string, string>, session = "session-1") =>
    expect((await send(opened.token, [{ seq, fact: factOf(values, { session }) }], { clientId })).json()).toEqual({
      stored: [seq],
      refused: [],
    });
  await report(1, { "cmi.core.lesson_status": "completed" });
  expect((await stateOf(client, attemptId)).completion).toMatchObject({ scorePercent: null, passed: null });
  await report(2, { "cmi.core.score.raw": "40", "cmi.core.lesson_status": "failed" });
  expect((await stateOf(client, attemptId)).completion).toMatchObject({ scorePercent: 40, passed: false });
  await report(3, { "cmi.core.score.raw": "85", "cmi.core.lesson_status": "passed" }, "session-2");
  await report(4, { "cmi.core.score.raw": "10", "cmi.core.lesson_status": "incomplete" }, "session-3");
  expect((await stateOf(client, attemptId)).completion).toMatchObject({ scorePercent: 85, passed: true });
  expect(await rowOf(attemptId)).toMatchObject({
    completed: true,
    passed: true,
    best_percent: 85,
    first_percent: 40,
    last_percent: 10,
    percent_count: 3,
    percent_sum: 135,
    sessions: 3,
  });
});

const policies: [string, Partial<ScormPolicy>, Record<string, string>[], object | null][] = [
  ["launched: opening is enough", { complete: "launched", pass: "none" }, [{}], { passed: null }],
  ["reported: incomplete is not enough", {}, [{ "cmi.core.lesson_status": "incomplete" }], null],
  ["reported: failed is no completion", {}, [{ "cmi.core.lesson_status": "failed" }], null],
  ["passed: completed is not enough", { complete: "passed" }, [{ "cmi.core.lesson_status": "completed" }], null],
  [
    "passed by score",
    { complete: "passed", pass: "score", passPercent: 70 },
    [{ "cmi.core.score.raw": "70" }],
    { passed: true, scorePercent: 70 },
  ],
  [
    "not passed by score",
    { pass: "score", passPercent: 70 },
    [{ "cmi.core.score.raw": "69", "cmi.core.lesson_status": "completed" }],
    { passed: false },
  ],
  [
    "first score",
    { score: "first" },
    [{ "cmi.core.score.raw": "20" }, { "cmi.core.score.raw": "80", "cmi.core.lesson_status": "passed" }],
    { scorePercent: 20 },
  ],
  [
    "last score",
    { score: "last" },
    [{ "cmi.core.score.raw": "80" }, { "cmi.core.score.raw": "20", "cmi.core.lesson_status": "passed" }],
    { scorePercent: 20 },
  ],
  [
    "average score",
    { score: "average" },
    [{ "cmi.core.score.raw": "80" }, { "cmi.core.score.raw": "20", "cmi.core.lesson_status": "passed" }],
    { scorePercent: 50 },
  ],
];
test.for(policies)("policy, %s", async ([, policy, sessions, completion]) => {
  const { client, attemptId, opened } = await aLearner(policy);
  const clientId = newClient();
  for (const [index, values] of sessions.entries())
    await send(opened.token, [{ seq: index + 1, fact: factOf(values, { session: `session-${index}` }) }], { clientId });
  const state = await stateOf(client, attemptId);
  if (completion) expect(state.completion).toMatchObject(completion);
  else expect(state.completion).toBeNull();
});

test("policy minutes: credited time completes the course", async () => {
  const { client, attemptId, epoch, opened } = await aLearner({ complete: "minutes", minutes: 1 });
  await send(opened.token, [factOf({ "cmi.core.lesson_status": "completed" })]);
  expect((await stateOf(client, attemptId)).completion).toBeNull();
  const reply = await client.post(`/rest/progress/attempts/${attemptId}/commits`, {
    clientId: newClient(),
    epoch,
    commits: [{ seq: 1, fact: { kind: "time", seconds: 60 } }],
  });
  expect(reply.json().state).toMatchObject({ percent: 100, completion: { completedAt: expect.any(String) } });
});

test("the log of calls is for those who answer for the course", async () => {
  const { client, attemptId, opened } = await aLearner();
  const calls = [{ at: 5, call: "LMSSetValue", element: "cmi.core.lesson_status", value: "done", result: "false", error: "405" }];
  await send(opened.token, [factOf({}, { calls })]);
  const admin = await app.signIn("admin", "a");
  const log = (await admin.get(`/rest/scorm/attempts/${attemptId}/calls`)).json();
  expect(log).toMatchObject({ batches: [{ scoKey: "sco-1", session: "session-1", calls }], next: null });
  expect((await client.get(`/rest/scorm/attempts/${attemptId}/calls`)).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).get(`/rest/scorm/attempts/${attemptId}/calls`)).statusCode).toBe(404);
  expect((await logOf(attemptId))[0]?.delta).not.toHaveProperty("calls");
});

test("an author tries their newest package out; the test's token writes nothing", async () => {
  const { course } = await aLearner();
  const author = await app.signIn("author", "a");
  const opened = (await author.post("/rest/scorm/openTest", { courseId: course.id })).json() as OpenedPackage;
  expect(opened).toMatchObject({ isTest: true, states: {} });
  expect((await send(opened.token, [factOf({ "cmi.core.lesson_status": "passed" })])).statusCode).toBe(403);
  expect((await (await app.signIn("student", "a")).post("/rest/scorm/openTest", { courseId: course.id })).statusCode).toBe(403);
  const colleague = await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a");
  expect((await colleague.post("/rest/scorm/openTest", { courseId: course.id })).statusCode).toBe(404);
});

test("commits of many attempts and portals at once: each stands or falls alone", async () => {
  const here = await Promise.all([aLearner(), aLearner(), aLearner()]);
  const there = await aLearner({}, { key: "b" });
  await endEnrolment(here[1]?.course.id ?? 0);
  const fact = factOf({ "cmi.core.lesson_status": "completed" });
  const replies = await Promise.all([
    ...here.map(({ opened }) => send(opened.token, [fact])),
    send(there.opened.token, [fact], { host: "b.test" }),
    send(there.opened.token, [fact]),
    ...Array.from({ length: 60 }, (_, index) =>
      send(here[0]?.opened.token ?? "", [{ seq: index + 2, fact: factOf({ "cmi.suspend_data": String(index) }) }], {
        clientId: "client-same-one",
      }),
    ),
  ]);
  expect(replies.slice(0, 5).map(({ statusCode }) => statusCode)).toEqual([200, 403, 200, 200, 403]);
  expect(replies.slice(5).every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await rowOf(here[0]?.attemptId ?? 0))?.cmi).toMatchObject({ "cmi.suspend_data": "59" });
  expect((await rowOf(there.attemptId, "sco-1", "b"))?.completed).toBe(true);
});

test("too many commits of one attempt are told when to try again", async () => {
  const strict = await startTestApp({ CONTENT_ORIGIN: content, RATE_COMMIT: "1", RATE_COMMIT_BURST: "2" });
  try {
    const token = attemptTokens(strict.config.secret).issue({
      kind: "learn",
      portalId: strict.portal("a").id,
      attemptId: 1,
      packageId: 1,
      epoch: 1,
      origin: "http://a.test",
    });
    const one = () =>
      strict.server.inject({
        method: "POST",
        url: "/rest/scorm/commit",
        headers: { host: "a.test", origin: content, "content-type": "text/plain" },
        payload: JSON.stringify({ token, clientId: newClient(), commits: [{ seq: 1, fact: factOf({}) }] }),
      });
    const codes: number[] = [];
    for (let index = 0; index < 5; index++) codes.push((await one()).statusCode);
    expect(codes).toEqual([404, 404, 404, 429, 429]);
    const refused = await one();
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["access-control-allow-origin"]).toBe(content);
  } finally {
    await strict.close();
  }
});

test("a token ends after twelve hours and cannot be made without the secret", () => {
  let now = Date.UTC(2026, 10, 21);
  const facts = { kind: "learn", portalId: 1, attemptId: 2, packageId: 3, epoch: 4, origin: "https://a.test" } as const;
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

test.for([
  ["0001:02:03.5", 3723.5],
  ["00:00:01", 1],
  ["9999:59:59", 366 * 86_400],
  ["PT1H5M", 3900],
  ["P1DT2S", 86_402],
  ["PT0.55S", 0.55],
  ["P", null],
  ["PT", null],
  ["1:00", null],
  ["-PT5S", null],
  ["", null],
] as const)("a duration, %s", ([text, seconds]) => expect(durationSeconds(text)).toBe(seconds));
