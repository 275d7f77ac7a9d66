import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import type { CompletionRule, Content, Page } from "#features/courses/content.ts";
import type { Fact } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const video: Page["blocks"][number] = {
  id: "v1",
  kind: "video",
  title: "Film",
  sources: [{ fileId: 1, mediaType: "video/mp4" }],
  posterFileId: null,
  seconds: 100,
  captions: [{ fileId: 2, language: "en", label: "English" }],
  transcript: [],
};
const quiz = (id: string, submissions: number | null = 2): Page["blocks"][number] => ({
  id,
  kind: "quiz",
  title: `Quiz ${id}`,
  passPercent: 60,
  submissions,
  questions: [
    {
      id: "q1",
      kind: "single",
      stem: "One?",
      points: 1,
      options: ["a", "b"].map((o) => ({ id: o, text: o })),
      correct: ["a"],
      feedback: "Because.",
    },
    {
      id: "q2",
      kind: "multiple",
      stem: "Which?",
      points: 2,
      options: ["a", "b", "c"].map((o) => ({ id: o, text: o })),
      correct: ["a", "b"],
      feedback: "",
    },
    {
      id: "q3",
      kind: "trueFalse",
      stem: "True?",
      points: 1,
      options: ["t", "f"].map((o) => ({ id: o, text: o })),
      correct: ["t"],
      feedback: "",
    },
  ],
});
const right = { q1: ["a"], q2: ["b", "a"], q3: ["t"] };
const wrong = { q1: ["b"], q2: ["a"], q3: ["f"] };

/** A person enrolled in a course of their own, with the course opened. */
async function aLearner(fields: { content?: Content; rule?: CompletionRule } = {}) {
  const course = await app.aCourse("a", fields);
  const person = await app.aPerson("a");
  const enrolment = await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const client = await app.signInAs(person, "a");
  const opened = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  return { course, person, enrolment, client, opened, attemptId: opened.state.attemptId as number, clientId: crypto.randomUUID(), seq: 0 };
}

type Learner = Awaited<ReturnType<typeof aLearner>>;
const send = (
  client: Client,
  attemptId: number,
  commits: { seq: number; fact: Fact }[],
  { clientId = "client-0001", epoch = 1 }: { clientId?: string; epoch?: number } = {},
) => client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits });
async function commit(learner: Learner, ...facts: Fact[]) {
  const reply = await send(
    learner.client,
    learner.attemptId,
    facts.map((fact) => ({ seq: ++learner.seq, fact })),
    learner,
  );
  expect(reply.statusCode).toBe(200);
  return reply.json();
}
const began = (learner: Learner, hoursAgo: number) =>
  app.databases.inSystem("move the clock of a test", (db) =>
    sql`update attempts set started_at = now() - make_interval(hours => ${hoursAgo}) where id = ${learner.attemptId}`.execute(db),
  );
const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
  app.databases.inSystem("look under the application", async (db) => (await query.execute(db)).rows);

test("launching opens the first attempt, then the same one with a higher epoch", async () => {
  const { opened, client, course } = await aLearner({
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "minutes", minutes: 1 },
      ],
    },
  });
  expect(opened).toMatchObject({
    epoch: 1,
    openElsewhere: false,
    course: { id: course.id, typeId: 1, versionNumber: 1 },
    state: { number: 1, percent: 0, place: null },
  });
  expect(opened.ruleWords).toEqual(["Complete every page.", "Study for at least 1 minute."]);
  const again = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
  expect(again).toMatchObject({ epoch: 2, openElsewhere: true, state: { attemptId: opened.state.attemptId } });
  const reloaded = (await client.post("/rest/progress/launch", { courseId: course.id, lastEpoch: 2 })).json();
  expect(reloaded).toMatchObject({ epoch: 3, openElsewhere: false });
});

test("twenty launches at once make one attempt", async () => {
  const course = await app.aCourse("a");
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  const client = await app.signInAs(person, "a");
  const replies = await Promise.all(Array.from({ length: 20 }, () => client.post("/rest/progress/launch", { courseId: course.id })));
  expect(new Set(replies.map((reply) => reply.json().state.attemptId)).size).toBe(1);
  expect(replies.map((reply) => reply.json().epoch).toSorted((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test("an attempt keeps the version it began on when the course is published again", async () => {
  const learner = await aLearner();
  await app.databases.inSystem("publish a second version", async (db) => {
    const content = JSON.stringify(aContent([aPage("new")]));
    await sql`with v as (insert into course_versions (portal_id, course_id, number, content, completion_rule, item_count)
      values (${app.portal("a").id}, ${learner.course.id}, 2, ${content}, '{"kind":"pages","percent":100}', 1) returning id)
      update courses set current_version_id = (select id from v) where id = ${learner.course.id}`.execute(db);
  });
  const again = (await learner.client.post("/rest/progress/launch", { courseId: learner.course.id })).json();
  expect(again.course.versionNumber).toBe(1);
  expect(again.content.chapters[0].pages).toHaveLength(2);
});

test("who may not launch gets a plain sentence", async () => {
  const { course, person, client } = await aLearner();
  const stranger = await app.signIn("student", "a");
  const launch = (who: Client, courseId: number) => who.post("/rest/progress/launch", { courseId });
  expect(await launch(stranger, course.id)).toMatchObject({ statusCode: 403 });
  expect((await launch(stranger, course.id)).json()).toMatchObject({
    code: "not_enrolled",
    message: "You are not enrolled in this course.",
  });
  expect(await launch(await app.signIn("student", "b"), course.id)).toMatchObject({ statusCode: 404 });
  expect(await launch(app.anonymous("a"), course.id)).toMatchObject({ statusCode: 401 });
  expect(await launch(stranger, 999_999)).toMatchObject({ statusCode: 404 });
  const draft = await app.aCourse("a", { status: "draft" });
  expect(await launch(stranger, draft.id)).toMatchObject({ statusCode: 404 });
  const classroom = await app.aCourse("a", { typeId: 2 });
  await app.anEnrolment("a", { courseId: classroom.id, userId: person.id });
  expect((await launch(client, classroom.id)).json().message).toBe("This course has no online lessons to open.");
  const ended = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: ended.id, userId: person.id, expiresAt: new Date(Date.now() - 1000) });
  expect(await launch(client, ended.id)).toMatchObject({ statusCode: 403 });
});

test("an archived course can be finished by who began it, and by nobody else", async () => {
  const learner = await aLearner();
  const late = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: learner.course.id, userId: late.id });
  await rows(sql`update courses set status = 'archived' where id = ${learner.course.id}`);
  expect(await learner.client.post("/rest/progress/launch", { courseId: learner.course.id })).toMatchObject({ statusCode: 200 });
  expect(await (await app.signInAs(late, "a")).post("/rest/progress/launch", { courseId: learner.course.id })).toMatchObject({
    statusCode: 403,
  });
});

test("writing to another person's attempt is 403 not_owner, reading it is 404, another portal's is 404, and none is touched", async () => {
  const { attemptId } = await aLearner();
  const facts = [{ seq: 1, fact: { kind: "view", pageId: "p1" } as const }];
  for (const role of ["student", "manager", "admin", "system"] as const) {
    const other = await app.signIn(role, "a");
    const refusals = [
      await send(other, attemptId, facts),
      await other.post("/rest/courseviewer/UpdateLastViewedChapterAndTime", { attemptId, minutesSpent: 1 }),
    ];
    for (const reply of refusals) expect([reply.statusCode, reply.json().code]).toEqual([403, "not_owner"]);
    expect((await other.get(`/rest/progress/attempts/${attemptId}`)).statusCode).toBe(404);
  }
  const elsewhere = await app.signIn("student", "b");
  expect((await send(elsewhere, attemptId, facts)).statusCode).toBe(404);
  expect((await elsewhere.get(`/rest/progress/attempts/${attemptId}`)).statusCode).toBe(404);
  expect((await elsewhere.post("/rest/courseviewer/UpdateLastViewedChapterAndTime", { attemptId, minutesSpent: 1 })).statusCode).toBe(404);
  expect(await rows(sql`select from commit_log where attempt_id = ${attemptId}`)).toHaveLength(0);
});

test("a fact counts once, however often and however parallel it arrives", async () => {
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
  const learner = await aLearner();
  expect((await commit(learner, { kind: "time", seconds: 500 })).state.creditedSeconds).toBeLessThan(75);
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
    videos: {
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

test("facts that can never apply are stored, answered and not retried", async () => {
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

test("the server marks; the key shows only when nothing is left to answer", async () => {
  const learner = await aLearner({
    content: aContent([aPage("p1", { rule: { viewed: false, quiz: "passed" }, blocks: [quiz("z")] })]),
    rule: { kind: "score", blockId: "z", percent: 60 },
  });
  expect(JSON.stringify(learner.opened.content)).not.toContain("correct");
  expect(JSON.stringify(learner.opened.content)).not.toContain("Because.");
  await commit(learner, { kind: "answers", blockId: "z", answers: { q1: ["b"], zz: ["a"], q2: ["nope", "a"] } });
  const read = (await learner.client.get(`/rest/progress/attempts/${learner.attemptId}`)).json();
  expect(read.drafts).toEqual({ z: { q1: ["b"], q2: ["a"] } });
  const one = (await commit(learner, { kind: "submit", blockId: "z", answers: wrong })).state;
  expect(one.drafts).toEqual({});
  expect(one.results.z).toMatchObject({ number: 1, points: 0, maxPoints: 4, percent: 0, passed: false, submissionsLeft: 1 });
  expect(one.results.z.questions.map((q: { correct: unknown }) => q.correct)).toEqual([null, null, null]);
  const two = (await commit(learner, { kind: "submit", blockId: "z", answers: { ...right, q3: ["f"] } })).state;
  expect(two.results.z).toMatchObject({
    number: 2,
    points: 3,
    percent: 75,
    passed: true,
    submissionsLeft: 0,
    best: { percent: 75, passed: true },
  });
  expect(two.results.z.questions[1]).toMatchObject({ right: true, correct: ["a", "b"] });
  expect(two).toMatchObject({ percent: 100, completion: { scorePercent: 75, passed: true } });
  const three = await commit(learner, { kind: "submit", blockId: "z", answers: right });
  expect(three.refused[0].message).toBe("You have already passed this quiz.");
  expect(three.state.completion.scorePercent).toBe(75);
});

test("a multiple question needs all right options and nothing wrong; the last submission closes the quiz", async () => {
  const learner = await aLearner({
    content: aContent([aPage("p1", { rule: { viewed: false, quiz: "submitted" }, blocks: [quiz("z", 1)] })]),
  });
  const { state } = await commit(learner, { kind: "submit", blockId: "z", answers: { q1: ["a", "b"], q2: ["a", "b", "c"], q3: ["t"] } });
  expect(state.results.z).toMatchObject({ points: 1, passed: false, submissionsLeft: 0 });
  expect(state.results.z.questions[0].correct).toEqual(["a"]);
  expect(state.completion).toMatchObject({ scorePercent: 25, passed: false });
  const again = await commit(learner, { kind: "submit", blockId: "z", answers: right });
  expect(again.refused[0].message).toBe("You have handed in this quiz as often as it allows.");
});

test("page rules: viewed, seconds on the page, share of the video; a course rule of several parts", async () => {
  const content = aContent([
    aPage("p1", { rule: { viewed: true, minSeconds: 20 } }),
    aPage("p2", { rule: { viewed: false, videoPercent: 50 }, blocks: [video] }),
  ]);
  const learner = await aLearner({
    content,
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "minutes", minutes: 1 },
      ],
    },
  });
  const percents = [];
  for (const fact of [
    { kind: "view", pageId: "p1" },
    { kind: "time", seconds: 20, pageId: "p2" },
    { kind: "time", seconds: 20, pageId: "p1" },
    { kind: "video", blockId: "v1", ranges: [[60, 100]], position: 100 },
    { kind: "video", blockId: "v1", ranges: [[90, 100]], position: 100 },
    { kind: "video", blockId: "v1", ranges: [[0, 9.5]], position: 5 },
  ] as Fact[])
    percents.push((await commit(learner, fact)).state.percent);
  expect(percents).toEqual([0, 0, 50, 50, 50, 100]);
  const before = await commit(learner, { kind: "time", seconds: 19 });
  expect(before.state.completion).toBeNull();
  const after = await commit(learner, { kind: "time", seconds: 1 });
  expect(after.state.completion).toMatchObject({ scorePercent: null, passed: null });
});

test("completion is one fact: it stays, 100 percent stays, and retaking makes a new attempt", async () => {
  const learner = await aLearner();
  const retake = () => learner.client.post("/rest/progress/launch", { courseId: learner.course.id, retake: true });
  expect((await retake()).json()).toMatchObject({ code: "not_completed" });
  const done = await commit(learner, { kind: "view", pageId: "p1" }, { kind: "view", pageId: "p2" }, { kind: "view", pageId: "p2" });
  expect(done.state).toMatchObject({ percent: 100, donePages: ["p1", "p2"], completion: { passed: null } });
  const later = await commit(learner, { kind: "place", pageId: "p1" }, { kind: "view", pageId: "p1" });
  expect(later.state).toMatchObject({ percent: 100, completion: done.state.completion });
  const look = (await learner.client.post("/rest/progress/launch", { courseId: learner.course.id })).json();
  expect(look.state).toMatchObject({ attemptId: learner.attemptId, percent: 100 });
  const second = (await retake()).json();
  expect(second.state).toMatchObject({ number: 2, percent: 0, completion: null });
  expect(await rows(sql`select percent from attempt_progress where course_id = ${learner.course.id} order by number`)).toEqual([
    { percent: 100 },
    { percent: 0 },
  ]);
  expect(await rows(sql`select source from completions where course_id = ${learner.course.id}`)).toEqual([{ source: "rule" }]);
});

test("a commit takes four statements, five when the version is not in memory", async () => {
  const learner = await aLearner();
  const reply = await send(learner.client, learner.attemptId, [{ seq: 1, fact: { kind: "view", pageId: "p1" } }]);
  expect(reply.headers["server-timing"]).toContain("4 queries");
});

test("the call of specification §7 adds an increment, once a key", async () => {
  const learner = await aLearner();
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
  expect((await add({ minutesSpent: 1e300 }, "huge")).json().totalSeconds).toBeLessThanOrEqual(3670);
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
  const client = await app.signIn("student", "a");
  const reply = await client.post("/rest/courseviewer/UpdateLastViewedChapterAndTime", { attemptId: 1, ...body });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors.length).toBeGreaterThan(0);
});
