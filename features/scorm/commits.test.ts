import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp } from "#app/test/app.ts";
import { withClient } from "#platform/test/left-databases.ts";
import { contentOrigins } from "./server/content-origins.ts";
import { attemptTokens } from "./server/tokens.ts";
import { content, factOf, newClient, noCourse, launch, startRuns, type Runs } from "./test/runs.ts";

// What a package reports is counted exactly once and in order: capabilities SCO-3, SCO-5; security.md §3.2, §5.3.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

test("a launcher's commit needs its token, its origin and its portal; what it stores shows in the attempt", async () => {
  const { aLearner, send, stateOf, rowOf } = runs;
  const { client, attemptId, opened } = await aLearner();
  const other = await aLearner();
  const fact = factOf({ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "80" });
  for (const headers of [
    { origin: "http://a.test" },
    { origin: "http://evil.test" },
    { origin: "null" },
    { origin: content },
    { origin: noCourse },
    { origin: other.opened.contentOrigin },
  ])
    expect((await send(opened.token, [fact], { headers })).statusCode).toBe(403);
  expect((await send(`${opened.token}x`, [fact])).statusCode).toBe(403);
  expect((await send(opened.token, [fact], { host: "b.test" })).statusCode).toBe(403);
  expect(await rowOf(attemptId)).toBeUndefined();
  const stored = await send(opened.token, [fact]);
  expect([stored.statusCode, stored.json()]).toEqual([200, { stored: [1], refused: [], epoch: 1 }]);
  expect(stored.headers["access-control-allow-origin"]).toBe(opened.contentOrigin);
  expect(stored.headers["set-cookie"]).toBeUndefined();
  expect(await stateOf(client, attemptId)).toMatchObject({
    percent: 100,
    donePages: ["sco-1"],
    completion: { scorePercent: 80, passed: true },
  });
  expect(await stateOf(other.client, other.attemptId)).toMatchObject({ percent: 0, completion: null });
});

test("the same fact by both ways counts once; the same session cookie cannot use the launcher's way", async () => {
  const { aLearner, send, rowOf, logOf } = runs;
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
  const { aLearner, send, rowOf } = runs;
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

test("late facts that come together are folded with their part's log once, however many they are", async () => {
  const { app, aLearner, send, rowOf } = runs;
  const { attemptId, epoch, opened } = await aLearner();
  const clientId = newClient();
  await send(opened.token, [{ seq: 9_000, fact: factOf({ "cmi.suspend_data": "newest" }) }], { clientId });
  const late = Array.from({ length: 200 }, (_, index) => ({
    seq: index + 1,
    ...factOf({ "cmi.suspend_data": "late", "cmi.core.lesson_location": `late-${index + 1}` }),
  }));
  const { folded, stored } = await withClient(app.databaseUrl, async (client) => {
    await client.query(
      `insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, gapless_to, delta, outcome)
       select l.portal_id, l.attempt_id, l.client_id, n, l.epoch, l.kind, l.gapless_to, l.delta, 'applied'
       from commit_log l cross join generate_series(1001, 4000) n where l.attempt_id = $1`,
      [attemptId],
    );
    await client.query("begin");
    // PostgreSQL counts the calls of functions, for a superuser who asks for it.
    await client.query("set local track_functions = 'pl'");
    const { rows } = await client.query<{ answer: { stored: number[] } }>(
      `select scorm_commit(a.portal_id, a.user_id, a.id, $2, $3, $4, true, 1e9::bigint, 1e9::bigint) as answer from attempts a where a.id = $1`,
      [attemptId, epoch, clientId, JSON.stringify(late)],
    );
    const count = await client.query<{ calls: string }>("select pg_stat_get_xact_function_calls('scorm_apply'::regproc) as calls");
    await client.query("commit");
    return { stored: rows[0]?.answer.stored, folded: Number(count.rows[0]?.calls) };
  });
  expect(stored).toHaveLength(200);
  expect(folded).toBe(1 + 3000 + 200);
  expect(await rowOf(attemptId)).toMatchObject({ cmi: { "cmi.suspend_data": "newest", "cmi.core.lesson_location": "late-200" } });
});

test("an older opening's late facts are kept, add what only rises, and move nothing newer", async () => {
  const { aLearner, send, stateOf, rowOf, logOf } = runs;
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
  expect(late.json()).toEqual({ stored: [9], refused: [], epoch: 2 });
  expect(await rowOf(first.attemptId)).toMatchObject({ completed: true, cmi: { "cmi.suspend_data": "new" } });
  expect((await logOf(first.attemptId)).map(({ outcome }) => outcome)).toEqual(["applied", "applied", "late"]);
  expect(await stateOf(first.client, first.attemptId)).toMatchObject({ percent: 100 });
});

test("no status without a launch, for unknown parts or for a closed attempt; refusals are kept in the log", async () => {
  const { aLearner, send, stateOf, rowOf, logOf } = runs;
  const { client, attemptId, epoch, opened, course } = await aLearner();
  const unknown = await send(opened.token, [factOf({ "cmi.core.lesson_status": "passed" }, { scoKey: "sco-7" })]);
  expect(unknown.json().refused).toMatchObject([
    { seq: 1, code: "unknown_part", message: "This part is not in the version you are learning." },
  ]);
  // A second launch raises the epoch, and the package was not opened with it.
  const launched = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  const forged = await client.post(`/rest/progress/attempts/${attemptId}/commits`, {
    clientId: newClient(),
    epoch: launched.epoch,
    commits: [{ seq: 1, fact: factOf({ "cmi.core.lesson_status": "passed" }) }],
  });
  expect(forged.json().refused).toMatchObject([{ seq: 1, code: "not_opened", message: "This part was not opened for learning." }]);
  expect((await stateOf(client, attemptId)).percent).toBe(0);
  // Completed, then started over: the first attempt is closed.
  await send(opened.token, [factOf({ "cmi.core.lesson_status": "completed" })]);
  await launch(client, course, { retake: true });
  const closed = await send(opened.token, [factOf({ "cmi.core.lesson_status": "passed" })]);
  expect(closed.json().refused).toMatchObject([
    { seq: 1, code: "attempt_closed", message: "A newer attempt has started; this one is closed." },
  ]);
  expect((await rowOf(attemptId))?.passed).toBeNull();
  const kept = (await logOf(attemptId)).filter(({ outcome }) => outcome === "refused");
  expect(kept.map(({ delta }) => (delta as { refused: string }).refused)).toEqual(["unknown_part", "not_opened", "attempt_closed"]);
  expect(epoch).toBe(1);
});

test("an ended enrolment or a suspended person stops commits, with nothing stored", async () => {
  const { app, aLearner, send, logOf, endEnrolment } = runs;
  const ended = await aLearner();
  await endEnrolment(ended.course.id);
  expect((await send(ended.opened.token, [factOf({ "cmi.core.lesson_status": "passed" })])).json().code).toBe("no_longer_enrolled");
  const suspended = await aLearner();
  await app.databases.inSystem("suspend", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", suspended.person.id).execute(),
  );
  expect((await send(suspended.opened.token, [factOf({ "cmi.core.lesson_status": "passed" })])).statusCode).toBe(403);
  for (const { attemptId } of [ended, suspended]) expect(await logOf(attemptId)).toEqual([]);
});

test("64,000 characters of suspend data are kept whole by both ways", async () => {
  const { aLearner, send, rowOf } = runs;
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

test("commits of many attempts and portals at once: each stands or falls alone", async () => {
  const { aLearner, send, rowOf, endEnrolment } = runs;
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
    const says = { portalId: strict.portal("a").id, userId: 1, attemptId: 1, courseId: 1, packageId: 1, epoch: 1, sessionId: 0 };
    const token = attemptTokens(strict.config.secret).issue({ kind: "learn", ...says, origin: "http://a.test" });
    const origin = contentOrigins(strict.config)(says);
    const one = () =>
      strict.server.inject({
        method: "POST",
        url: "/rest/scorm/commit",
        headers: { host: "a.test", origin, "content-type": "text/plain" },
        payload: JSON.stringify({ token, clientId: newClient(), commits: [{ seq: 1, fact: factOf({}) }] }),
      });
    const codes: number[] = [];
    for (let index = 0; index < 5; index++) codes.push((await one()).statusCode);
    expect(codes).toEqual([404, 404, 404, 429, 429]);
    const refused = await one();
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["access-control-allow-origin"]).toBe(origin);
  } finally {
    await strict.close();
  }
});
