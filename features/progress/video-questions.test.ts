import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { Fact } from "./contract.ts";
import { startLearners, video, type Learners } from "./test/learners.ts";

// A video stops and asks (capabilities EDT-2): answers are marked by the server, and count for the page where the author wants them.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

const questions = [
  { from: 10, question: { id: "q1", kind: "trueFalse", stem: "Safe?", points: 1, correct: true, feedback: "It is." } },
  {
    from: 40,
    question: {
      id: "q2",
      kind: "multiple",
      stem: "Which?",
      points: 1,
      options: ["a", "b", "c"].map((id) => ({ id, text: id })),
      correct: ["a", "b"],
      feedback: "",
    },
  },
];
const asking = (more: object = {}) => ({ ...video, questions, mustAnswer: true, ...more }) as Block;
const onOnePage = (block: Block) => aContent([aPage("film", { rule: { viewed: true, videoPercent: 50 }, blocks: [block] })]);
const watch: Fact[] = [
  { kind: "view", pageId: "film" },
  { kind: "video", blockId: "v1", ranges: [[0, 60]], position: 60 },
];
const answer = (answers: Extract<Fact, { kind: "submit" }>["answers"]): Fact => ({ kind: "submit", blockId: "v1", answers });
const one = answer({ q1: { kind: "trueFalse", value: false } });
const two = answer({ q2: { kind: "multiple", options: ["a"] } });

test("where they have to be answered, the page is complete once all are, rightly or not", async () => {
  const learner = await learners.aLearner({ content: onOnePage(asking()) });
  expect((await learners.commit(learner, ...watch)).state.donePages).toEqual([]);
  expect((await learners.commit(learner, one)).state.donePages).toEqual([]);
  const done = await learners.commit(learner, two);
  expect([done.refused, done.state.donePages]).toEqual([[], ["film"]]);
  expect(done.state.blocks["v1"]).toEqual({
    kind: "video",
    ranges: [[0, 60]],
    position: 60,
    answers: {
      q1: { answer: { kind: "trueFalse", value: false }, right: false, partly: false, feedback: "It is." },
      q2: { answer: { kind: "multiple", options: ["a"] }, right: false, partly: true, feedback: "" },
    },
  });
  // Another try takes the place of the first.
  const again = await learners.commit(learner, answer({ q1: { kind: "trueFalse", value: true } }));
  expect(again.state.blocks["v1"]).toMatchObject({ answers: { q1: { right: true }, q2: { right: false } } });
});

test("where they need no answer, watching is enough", async () => {
  const learner = await learners.aLearner({ content: onOnePage(asking({ mustAnswer: false })) });
  expect((await learners.commit(learner, ...watch)).state.donePages).toEqual(["film"]);
});

test("answers to nothing, of another kind or with options that there are not leave nothing behind", async () => {
  const learner = await learners.aLearner({ content: onOnePage(asking()) });
  const { state } = await learners.commit(
    learner,
    ...watch,
    answer({ q9: { kind: "trueFalse", value: true }, q1: { kind: "single", option: "a" }, q2: { kind: "multiple", options: ["z"] } }),
  );
  expect(state.blocks["v1"]).toEqual({ kind: "video", ranges: [[0, 60]], position: 60 });
});

test("what the viewer gets has no right answer and no feedback before there is an answer", async () => {
  const learner = await learners.aLearner({ content: onOnePage(asking()) });
  const opened = JSON.stringify(learner.opened);
  expect(opened).toContain("Which?");
  expect(opened).not.toMatch(/"correct"|It is\./);
});

test("in whatever order two devices send, all that was watched and answered is there, and nothing is lost", async () => {
  const facts = [one, two, ...watch, { kind: "video", blockId: "v1", ranges: [[70, 80]], position: 80 } as Fact];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(facts, { minLength: facts.length }),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      async (order, sides) => {
        const learner = await learners.aLearner({ content: onOnePage(asking()) });
        const other = { ...learner, clientId: crypto.randomUUID() };
        for (const [nth, fact] of order.entries()) await learners.commit(sides[nth] ? learner : other, fact);
        const { state } = await learners.commit(learner, { kind: "view", pageId: "film" });
        expect(state.donePages).toEqual(["film"]);
        expect(state.blocks["v1"]).toMatchObject({
          ranges: [
            [0, 60],
            [70, 80],
          ],
          answers: { q1: { right: false }, q2: { partly: true } },
        });
      },
    ),
    { numRuns: 12 },
  );
});
