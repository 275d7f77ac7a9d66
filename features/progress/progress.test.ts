import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Fact } from "./contract.ts";
import { quiz, send, video, startLearners, type Learners } from "./test/learners.ts";

// Facts: applied once, in time and in order, and the effect of each kind.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

test("a fact counts once, however often and however parallel it arrives", async () => {
  const { aLearner, began, rows } = learners;
  const learner = await aLearner();
  await began(learner, 1);
  const facts: { seq: number; fact: Fact }[] = [
    { seq: 1, fact: { kind: "time", seconds: 30, pageId: "p1" } },
    { seq: 2, fact: { kind: "view", pageId: "p1" } },
  ];
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(learner.client, learner.attemptId, facts)));
  for (const reply of replies)
    expect(reply.json()).toMatchObject({ stored: [1, 2], contiguous: 2, refused: [], state: { creditedSeconds: 30, percent: 50 } });
  const inOne = await send(
    learner.client,
    learner.attemptId,
    [3, 3, 3].map((seq) => ({ seq, fact: { kind: "time", seconds: 10 } })),
  );
  expect(inOne.json()).toMatchObject({ stored: [3], state: { creditedSeconds: 40 } });
  expect(await rows(sql`select from commit_log where attempt_id = ${learner.attemptId}`)).toHaveLength(3);
});

test("the acknowledgement names the highest seq without a gap", async () => {
  const { aLearner } = learners;
  const { client, attemptId } = await aLearner();
  const put = async (...seqs: number[]) =>
    (
      await send(
        client,
        attemptId,
        seqs.map((seq) => ({ seq, fact: { kind: "time", seconds: 0 } })),
      )
    ).json().contiguous;
  expect(await put(2, 3)).toBe(0);
  expect(await put(5)).toBe(0);
  expect(await put(1)).toBe(3);
  expect(await put(4)).toBe(5);
});

test("time is credited up to the wall clock and a minute, and sixteen hours a day; the claim is kept beside it", async () => {
  const { aLearner, commit, began, rows } = learners;
  const before = performance.now();
  const learner = await aLearner();
  const first = (await commit(learner, { kind: "time", seconds: 500 })).state.creditedSeconds;
  expect(first).toBeLessThanOrEqual(61 + (performance.now() - before) / 1000);
  await began(learner, 1);
  expect((await commit(learner, { kind: "time", seconds: 600 })).state.creditedSeconds).toBeGreaterThanOrEqual(660);
  await began(learner, 100);
  const day = await commit(learner, { kind: "time", seconds: 50_000 }, { kind: "time", seconds: 50_000 });
  expect(day.state.creditedSeconds).toBe(16 * 3600);
  expect(
    (
      await rows(
        sql`select sum(claimed_seconds) as claimed, sum(credited_seconds) as credited from commit_log where attempt_id = ${learner.attemptId}`,
      )
    )[0],
  ).toEqual({
    claimed: 101_100,
    credited: 57_600,
  });
});

test("place and drafts follow the newest opening; what comes late is kept and never lowers anything", async () => {
  const { aLearner, rows } = learners;
  const learner = await aLearner({
    content: aContent([aPage("p1", { blocks: [video] }), aPage("p2", { blocks: [quiz("z")] }), aPage("p3")]),
  });
  await learner.client.post("/rest/progress/launch", { courseId: learner.course.id });
  const { client, attemptId } = learner;
  await send(
    client,
    attemptId,
    [
      { seq: 1, fact: { kind: "place", pageId: "p3" } },
      { seq: 2, fact: { kind: "video", blockId: "v1", ranges: [[50, 60]], position: 60 } },
    ],
    { clientId: "second-tab", epoch: 2 },
  );
  const old = await send(
    client,
    attemptId,
    [
      { seq: 8, fact: { kind: "place", pageId: "p1", blockId: "v1", second: 12 } },
      {
        seq: 9,
        fact: {
          kind: "video",
          blockId: "v1",
          ranges: [
            [0, 20],
            [59, 61.5],
          ],
          position: 20,
        },
      },
    ],
    { clientId: "first-tab", epoch: 1 },
  );
  expect(old.json().state).toMatchObject({
    place: { pageId: "p3" },
    blocks: {
      v1: {
        ranges: [
          [0, 20],
          [50, 61.5],
        ],
        position: 60,
      },
    },
  });
  expect(
    await rows(sql`select seq, outcome from commit_log where attempt_id = ${attemptId} and client_id = 'first-tab' order by seq`),
  ).toEqual([
    { seq: 8, outcome: "late" },
    { seq: 9, outcome: "late" },
  ]);
  expect(await rows(sql`select highest_page from attempt_states where attempt_id = ${attemptId}`)).toEqual([{ highest_page: 3 }]);
  const future = await send(client, attemptId, [{ seq: 1, fact: { kind: "place", pageId: "p2" } }], {
    clientId: "from-the-future",
    epoch: 900,
  });
  expect(future.json().state.place).toEqual({ pageId: "p3" });
});

test("a page that was opened is known for good, with the seconds credited on it", async () => {
  const { aLearner, began } = learners;
  const learner = await aLearner();
  await began(learner, 1);
  expect(learner.opened.state.pageSeconds).toEqual({});
  const reply = await send(learner.client, learner.attemptId, [
    { seq: 1, fact: { kind: "place", pageId: "p1" } },
    { seq: 2, fact: { kind: "place", pageId: "p2" } },
    { seq: 3, fact: { kind: "time", seconds: 20, pageId: "p2" } },
  ]);
  expect(reply.json()).toMatchObject({ state: { pageSeconds: { p1: 0, p2: 20 }, donePages: [] } });
  const again = await learner.client.post("/rest/progress/launch", { courseId: learner.course.id });
  expect(again.json()).toMatchObject({ state: { pageSeconds: { p1: 0, p2: 20 }, place: { pageId: "p2" } } });
});

test("facts that can never apply are stored, answered and not retried", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner();
  const facts: Fact[] = [
    { kind: "view", pageId: "nowhere" },
    { kind: "submit", blockId: "p1-text", answers: {} },
    { kind: "view", pageId: "p1" },
  ];
  const first = await commit(learner, ...facts);
  expect(first.stored).toEqual([1, 2, 3]);
  expect(first.refused.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2]);
  const replay = await send(
    learner.client,
    learner.attemptId,
    facts.map((fact, i) => ({ seq: i + 1, fact })),
    { clientId: "client-0002" },
  );
  const again = await send(
    learner.client,
    learner.attemptId,
    facts.map((fact, i) => ({ seq: i + 1, fact })),
    { clientId: "client-0002" },
  );
  expect(again.json().refused).toEqual(replay.json().refused);
  expect(again.json().state.percent).toBe(50);
});

test("a commit takes four statements, five when the version is not in memory", async () => {
  const { aLearner } = learners;
  const learner = await aLearner();
  const reply = await send(learner.client, learner.attemptId, [{ seq: 1, fact: { kind: "view", pageId: "p1" } }]);
  expect(reply.headers["server-timing"]).toContain("4 queries");
});

test("the call of specification §7 adds an increment, once a key", async () => {
  const { aLearner, began, rows } = learners;
  const learner = await aLearner();
  const before = performance.now();
  await began(learner, 1);
  const add = (body: object, key?: string) =>
    learner.client.post(
      "/rest/courseviewer/UpdateLastViewedChapterAndTime",
      { attemptId: learner.attemptId, lastViewedChapter: null, highestViewedChapter: null, ...body },
      key ? { "idempotency-key": key } : {},
    );
  expect((await add({ minutesSpent: 7 / 60 }, "flush-1")).json()).toEqual({ creditedSeconds: 7, totalSeconds: 7 });
  expect((await add({ minutesSpent: 7 / 60 }, "flush-1")).json()).toEqual({ creditedSeconds: 7, totalSeconds: 7 });
  expect((await add({ minutesSpent: 1 })).json()).toEqual({ creditedSeconds: 60, totalSeconds: 67 });
  expect((await add({ minutesSpent: 1 })).json()).toEqual({ creditedSeconds: 60, totalSeconds: 127 });
  const huge = (await add({ minutesSpent: 1e300 }, "huge")).json().totalSeconds;
  expect(huge).toBeLessThanOrEqual(3661 + (performance.now() - before) / 1000);
  expect((await add({ minutesSpent: 0, lastViewedChapter: "p2" })).statusCode).toBe(200);
  expect((await add({ minutesSpent: 0, lastViewedChapter: 1, highestViewedChapter: 1 })).statusCode).toBe(200);
  expect(await rows(sql`select place, highest_page from attempt_states where attempt_id = ${learner.attemptId}`)).toEqual([
    { place: { pageId: "p2" }, highest_page: 2 },
  ]);
});

test.each([
  ["a negative time", { minutesSpent: -1 }],
  ["NaN", { minutesSpent: Number.NaN }],
  ["infinity", { minutesSpent: Infinity }],
  ["a string", { minutesSpent: "5" }],
  ["no time", {}],
  ["a list", { minutesSpent: [1] }],
  ["a negative chapter", { minutesSpent: 1, highestViewedChapter: -1 }],
  ["an attempt as text", { minutesSpent: 1, attemptId: "1" }],
  ["half an attempt", { minutesSpent: 1, attemptId: 1.5 }],
])("the call of specification §7 refuses %s", async (_, body) => {
  const { app } = learners;
  const client = await app.signIn("student", "a");
  const reply = await client.post("/rest/courseviewer/UpdateLastViewedChapterAndTime", { attemptId: 1, ...body });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors.length).toBeGreaterThan(0);
});
