import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import { factOf, newClient, startRuns, type Runs } from "./test/runs.ts";
import { scorm2004Package } from "./test/sample-packages.ts";

// When a part and a course are complete, and with which score: capabilities SCO-6.

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

test("a score out of bounds is kept as it came and never counts beyond 0 to 100", async () => {
  const { aLearner, send, rowOf, logOf } = runs;
  const { attemptId, opened } = await aLearner();
  await send(opened.token, [factOf({ "cmi.core.score.raw": "1000", "cmi.core.score.max": "50" })]);
  expect(await rowOf(attemptId)).toMatchObject({ best_percent: 100, cmi: { "cmi.core.score.raw": "1000" } });
  expect((await logOf(attemptId))[0]?.delta).toMatchObject({ flagged: "score" });
  const other = await aLearner({}, { bytes: await scorm2004Package() });
  await send(other.opened.token, [factOf({ "cmi.score.scaled": "-3" })]);
  expect(await rowOf(other.attemptId)).toMatchObject({ best_percent: 0 });
});

test("once completed and passed, a course stays so; a better score is taken over (SCO-6)", async () => {
  const { aLearner, send, stateOf, rowOf } = runs;
  const { client, attemptId, opened } = await aLearner();
  const clientId = newClient();
  const report = async (seq: number, values: Record<string, string>, session = "session-1") =>
    expect((await send(opened.token, [{ seq, fact: factOf(values, { session }) }], { clientId })).json()).toEqual({
      stored: [seq],
      refused: [],
      epoch: 1,
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
  const { aLearner, send, stateOf } = runs;
  const { client, attemptId, opened } = await aLearner(policy);
  const clientId = newClient();
  for (const [index, values] of sessions.entries())
    await send(opened.token, [{ seq: index + 1, fact: factOf(values, { session: `session-${index}` }) }], { clientId });
  const state = await stateOf(client, attemptId);
  if (completion) expect(state.completion).toMatchObject(completion);
  else expect(state.completion).toBeNull();
});

test("policy minutes: credited time completes the course", async () => {
  const { aLearner, send, stateOf } = runs;
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
