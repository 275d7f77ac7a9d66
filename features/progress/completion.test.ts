import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Fact } from "./contract.ts";
import { quiz, right, video, wrong, startLearners, type Learners } from "./test/learners.ts";

// Marking, the completion rules of pages and courses, and completion.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

test("security.md 22: the server marks; the key shows only when nothing is left to answer", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({
    content: aContent([aPage("p1", { rule: { viewed: false, quiz: "passed" }, blocks: [quiz("z")] })]),
    rule: { kind: "score", blockId: "z", percent: 60 },
  });
  expect(JSON.stringify(learner.opened.content)).not.toContain("correct");
  expect(JSON.stringify(learner.opened.content)).not.toContain("Because.");
  await commit(learner, {
    kind: "answers",
    blockId: "z",
    // Answers to questions, options or kinds that the quiz does not have are dropped.
    answers: { q1: wrong.q1, zz: right.q1, q2: { kind: "multiple", options: ["nope", "a"] }, q3: right.q1 },
  });
  const read = (await learner.client.get(`/rest/progress/attempts/${learner.attemptId}`)).json();
  expect(read.blocks).toEqual({ z: { kind: "quiz", draft: { q1: wrong.q1, q2: wrong.q2 }, result: null } });
  const one = (await commit(learner, { kind: "submit", blockId: "z", answers: wrong })).state;
  expect(one.blocks.z.draft).toBeNull();
  expect(one.blocks.z.result).toMatchObject({ number: 1, points: 0, maxPoints: 4, percent: 0, passed: false, submissionsLeft: 1 });
  expect(one.blocks.z.result.questions.map((q: { correct: unknown }) => q.correct)).toEqual([null, null, null]);
  const two = (await commit(learner, { kind: "submit", blockId: "z", answers: { ...right, q3: wrong.q3 } })).state;
  expect(two.blocks.z.result).toMatchObject({
    number: 2,
    points: 3,
    percent: 75,
    passed: true,
    submissionsLeft: 0,
    best: { percent: 75, passed: true },
  });
  expect(two.blocks.z.result.questions[1]).toMatchObject({ right: true, correct: { kind: "multiple", options: ["a", "b"] } });
  expect(two).toMatchObject({ percent: 100, completion: { scorePercent: 75, passed: true } });
  const three = await commit(learner, { kind: "submit", blockId: "z", answers: right });
  expect(three.refused[0]).toMatchObject({ code: "already_passed", message: "You have already passed this quiz." });
  expect(three.state.completion.scorePercent).toBe(75);
});

test("a course that is passed by its average: completed first, passed once a quiz was handed in again", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({
    content: aContent([aPage("p1", { rule: { viewed: false, quiz: "submitted" }, blocks: [quiz("y", null), quiz("z", null)] })]),
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "passing", percent: 60 },
      ],
    },
  });
  await commit(learner, { kind: "submit", blockId: "y", answers: right });
  const first = await commit(learner, { kind: "submit", blockId: "z", answers: wrong });
  expect(first.state).toMatchObject({ percent: 100, completion: { scorePercent: 50, passed: false } });
  const second = await commit(learner, { kind: "submit", blockId: "z", answers: { ...wrong, q1: right.q1 } });
  expect(second.state.completion).toMatchObject({ scorePercent: 62.5, passed: true });
});

test("a multiple question needs all right options and nothing wrong; the last submission closes the quiz (security.md row 19)", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({
    content: aContent([aPage("p1", { rule: { viewed: false, quiz: "submitted" }, blocks: [quiz("z", 1)] })]),
  });
  const { state } = await commit(learner, {
    kind: "submit",
    blockId: "z",
    answers: { q1: wrong.q1, q2: { kind: "multiple", options: ["a", "b", "c"] }, q3: right.q3 },
  });
  expect(state.blocks.z.result).toMatchObject({ points: 1, passed: false, submissionsLeft: 0 });
  expect(state.blocks.z.result.questions[0].correct).toEqual(right.q1);
  expect(state.completion).toMatchObject({ scorePercent: 25, passed: false });
  const again = await commit(learner, { kind: "submit", blockId: "z", answers: right });
  expect(again.refused[0]).toMatchObject({ code: "no_submissions_left", message: "You have handed in this quiz as often as it allows." });
});

test("page rules: viewed, seconds on the page, share of the video; a course rule of several parts", async () => {
  const { aLearner, commit } = learners;
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

test("certain pages in groups: two of three complete the course before all its pages are done", async () => {
  const { aLearner, commit } = learners;
  const certain = (pageId: string) => ({ kind: "page" as const, pageId });
  const learner = await aLearner({
    content: aContent(["p1", "p2", "p3", "p4"].map((id) => aPage(id))),
    rule: { kind: "atLeast", count: 2, rules: [certain("p1"), { kind: "any", rules: [certain("p2"), certain("p3")] }, certain("p4")] },
  });
  const details = (await learner.client.get(`/rest/course/details/${learner.course.id}`)).json();
  expect(details.completion.pages).toEqual({ p1: "Page p1", p2: "Page p2", p3: "Page p3", p4: "Page p4" });
  const group = await commit(learner, { kind: "view", pageId: "p2" }, { kind: "view", pageId: "p3" });
  expect(group.state).toMatchObject({ percent: 50, completion: null });
  const enough = await commit(learner, { kind: "view", pageId: "p4" });
  expect(enough.state).toMatchObject({ percent: 100, donePages: ["p2", "p3", "p4"], completion: { passed: null } });
});

test("completion is one fact: it stays, 100 percent stays, and retaking makes a new attempt", async () => {
  const { aLearner, commit, rows } = learners;
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
