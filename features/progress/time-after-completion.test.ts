import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLearners, type Learners } from "./test/learners.ts";

// security.md §3.6: time after completion is kept apart from study time, and a claim far above what the page could have seen is marked in the record.

let learners: Learners;
beforeAll(async () => void (learners = await startLearners()));
afterAll(() => learners.app.close());

type Learner = Awaited<ReturnType<Learners["aLearner"]>>;

const recordOf = async ({ client, attemptId }: Learner) => {
  const { rows } = (await client.get("/rest/history")).json() as {
    rows: { attemptId: number; seconds: number; reviewSeconds: number; flaggedClaims: number }[];
  };
  const row = rows.find((one) => one.attemptId === attemptId);
  return { seconds: row?.seconds, reviewSeconds: row?.reviewSeconds, flaggedClaims: row?.flaggedClaims };
};
/** The newest opening of the attempt was that long ago. */
const openedAgo = ({ attemptId }: Learner, minutes: number) =>
  learners.app.databases.inSystem("prepare a test", (db) =>
    sql`update attempt_states set opened_at = now() - make_interval(mins => ${minutes}) where attempt_id = ${attemptId}`.execute(db),
  );
/** What the viewer sends of the specified local key when no page of its own wrote it. */
const flush = ({ client, attemptId }: Learner, minutesSpent: number, key: string) =>
  client.post(
    "/rest/courseviewer/UpdateLastViewedChapterAndTime",
    { attemptId, lastViewedChapter: null, highestViewedChapter: null, minutesSpent },
    { "idempotency-key": key },
  );
const complete = (learner: Learner) => learners.commit(learner, { kind: "view", pageId: "p1" }, { kind: "view", pageId: "p2" });

test("a forged key on a finished course adds no study time, and is marked", async () => {
  const learner = await learners.aLearner();
  await learners.began(learner, 48);
  await learners.commit(learner, { kind: "time", seconds: 300, pageId: "p1" });
  expect((await complete(learner)).state.completion).not.toBeNull();
  expect(await recordOf(learner)).toEqual({ seconds: 300, reviewSeconds: 0, flaggedClaims: 0 });

  await openedAgo(learner, 1);
  expect((await flush(learner, 16 * 60, "forged")).statusCode).toBe(200);
  expect(await recordOf(learner)).toEqual({ seconds: 300, reviewSeconds: 16 * 3600 - 300, flaggedClaims: 1 });
  // The viewer is told apart what the record keeps apart.
  const viewed = { creditedSeconds: 16 * 3600, reviewSeconds: 16 * 3600 - 300 };
  expect((await learner.client.get(`/rest/progress/attempts/${learner.attemptId}`)).json()).toMatchObject(viewed);
  expect(await learners.rows(sql`select delta->>'flagged' as flagged from commit_log where client_id = 'flush:forged'`)).toEqual([
    { flagged: "time" },
  ]);
  // The same claim again counts no second time, in no column.
  await flush(learner, 16 * 60, "forged");
  expect(await recordOf(learner)).toMatchObject({ flaggedClaims: 1 });
  const csv = await learner.client.get("/rest/history/export.csv");
  expect(csv.body).toContain("Time after completion (minutes)");
});

test("a claim is measured against how long the page has been open; one from an earlier opening against the attempt", async () => {
  const learner = await learners.aLearner();
  await learners.began(learner, 48);
  await openedAgo(learner, 120);
  await flush(learner, 115, "plausible");
  expect(await recordOf(learner)).toMatchObject({ seconds: 115 * 60, flaggedClaims: 0 });
  await openedAgo(learner, 5);
  // Up to a quarter of an hour nothing is marked: slices may come late.
  await flush(learner, 15, "late");
  expect(await recordOf(learner)).toMatchObject({ flaggedClaims: 0 });
  await flush(learner, 16, "too-much");
  expect(await recordOf(learner)).toMatchObject({ seconds: 146 * 60, flaggedClaims: 1 });
});

test("a claim that names an earlier opening is measured against that one, however old the attempt is", async () => {
  const learner = await learners.aLearner();
  await learners.began(learner, 48);
  // Opened five times; the first was two days ago, each later one so many minutes.
  const minutesAgo: Record<number, number> = { 1: 48 * 60, 2: 100, 3: 60, 4: 30, 5: 5 };
  for (let opening = 2; opening <= 5; opening++) await learner.client.post("/rest/progress/launch", { courseId: learner.course.id });
  await learners.app.databases.inSystem("prepare a test", async (db) => {
    for (const [epoch, minutes] of Object.entries(minutesAgo)) {
      await sql`update attempt_openings set opened_at = now() - make_interval(mins => ${minutes})
        where attempt_id = ${learner.attemptId} and epoch = ${epoch}`.execute(db);
    }
    await sql`update attempt_states set opened_at = now() - interval '5 minutes' where attempt_id = ${learner.attemptId}`.execute(db);
  });
  let seq = 0;
  const isMarked = async (epoch: number, minutes: number) => {
    const before = (await recordOf(learner)).flaggedClaims ?? 0;
    const commits = [{ seq: ++seq, fact: { kind: "time", seconds: minutes * 60 } }];
    await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, { clientId: "forging-page", epoch, commits });
    return ((await recordOf(learner)).flaggedClaims ?? 0) > before;
  };
  for (const [epoch, minutes, marked] of [
    [1, 101, false],
    [2, 99, false],
    [2, 110, true],
    [3, 59, false],
    [3, 70, true],
    [4, 29, false],
    [4, 40, true],
    [5, 16, true],
    [5, 14, false],
    // From the future: no page was opened with it, so it speaks of the newest. None named: likewise.
    [99, 16, true],
    [0, 16, true],
  ] as const)
    expect([epoch, minutes, await isMarked(epoch, minutes)]).toEqual([epoch, minutes, marked]);
});

test("slices collected offline before the course was opened again are not marked, a claim that the bounds cut is", async () => {
  const learner = await learners.aLearner();
  await learners.began(learner, 3);
  await learner.client.post("/rest/progress/launch", { courseId: learner.course.id });
  const late = { clientId: "offline-page", epoch: 1, commits: [{ seq: 1, fact: { kind: "time", seconds: 7200 } }] };
  await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, late);
  expect(await recordOf(learner)).toEqual({ seconds: 7200, reviewSeconds: 0, flaggedClaims: 0 });
  const beyond = { ...late, commits: [{ seq: 2, fact: { kind: "time", seconds: 7200 } }] };
  await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, beyond);
  expect(await recordOf(learner)).toMatchObject({ flaggedClaims: 1 });
});
