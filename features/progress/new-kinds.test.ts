import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import { filesOf } from "#features/courses/content.ts";
import { startLearners, type Learners } from "./test/learners.ts";

// The kinds that came after the first ones (docs/adding-a-block.md): a recording, a number, an order, from the document to the completion.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

const content = aContent([
  aPage("listen", {
    rule: { viewed: false, audioPercent: 50 },
    blocks: [
      {
        id: "horn",
        kind: "audio",
        title: "The foghorn",
        sources: [{ fileId: 41, mediaType: "audio/wav" }],
        seconds: 100,
        transcript: [{ from: 0, to: 100, text: "Three blasts mean zephyrs astern." }],
      },
    ],
  }),
  aPage("check", {
    rule: { viewed: false, quiz: "passed" },
    blocks: [
      {
        id: "z",
        kind: "quiz",
        title: "Check",
        passPercent: 100,
        submissions: null,
        questions: [
          { id: "n", kind: "numeric", stem: "How far?", points: 1, correct: 2.5, tolerance: 0.1, unit: "nm", feedback: "Read the chart." },
          {
            id: "o",
            kind: "ordering",
            stem: "In which order?",
            points: 1,
            items: ["slack", "cast off", "steer"].map((text, i) => ({ id: `o${i}`, text })),
            correct: ["o1", "o0", "o2"],
            feedback: "Lines first.",
          },
        ],
      },
    ],
  }),
]);
const right = { n: { kind: "numeric" as const, value: 2.6 }, o: { kind: "ordering" as const, order: ["o1", "o0", "o2"] } };

test("half of a recording completes its page, whatever is heard twice; a late report moves no position", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content });
  const played = (ranges: [number, number][], position: number) => ({ kind: "audio" as const, blockId: "horn", ranges, position });
  const first = (await commit(learner, played([[0, 30]], 30), played([[10, 30]], 30))).state;
  expect(first).toMatchObject({ donePages: [], blocks: { horn: { kind: "audio", ranges: [[0, 30]], position: 30 } } });
  expect((await commit(learner, played([[60, 80]], 80))).state.donePages).toEqual(["listen"]);
});

test("a number within its tolerance and an order are marked; the key shows once passed, and not before", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content });
  expect(JSON.stringify(learner.opened.content)).not.toMatch(/"(?:correct|tolerance|feedback)"/);
  const submit = (answers: object) => ({ kind: "submit" as const, blockId: "z", answers: answers as typeof right });
  const one = (await commit(learner, submit({ n: { kind: "numeric", value: 2.7 }, o: { kind: "ordering", order: ["o0", "o1", "o2"] } })))
    .state;
  expect(one.blocks.z.result).toMatchObject({ points: 0, passed: false });
  expect(one.blocks.z.result.questions.map(({ correct }: { correct: unknown }) => correct)).toEqual([null, null]);
  const two = (await commit(learner, submit(right))).state;
  expect(two.blocks.z.result).toMatchObject({ points: 2, passed: true, answers: right });
  expect(two.blocks.z.result.questions[0].correct).toEqual({ kind: "numeric", value: 2.5 });
  expect(two.donePages).toEqual(["check"]);
});

test("an answer in a shape that no kind has is refused as a whole", async () => {
  const { aLearner } = learners;
  const learner = await aLearner({ content });
  for (const answer of [["o1"], { kind: "numeric", value: "2.5" }, { kind: "ordering" }, { kind: "essay", text: "x" }]) {
    const commits = [{ seq: 1, fact: { kind: "submit", blockId: "z", answers: { n: answer } } }];
    const reply = await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, {
      clientId: learner.clientId,
      epoch: 1,
      commits,
    });
    expect([answer, reply.statusCode]).toEqual([answer, 400]);
  }
});

test("a course is found by the title of its recording and by what is heard in it, and the file is one of its own", async () => {
  const { aLearner } = learners;
  const { course, client } = await aLearner({ content });
  expect(filesOf(content)).toEqual([41]);
  const found = async (words: string) => {
    const { items } = (await client.get(`/rest/course/catalog?q=${words}`)).json();
    return items.some(({ id }: { id: number }) => id === course.id);
  };
  expect([await found("foghorn"), await found("zephyr"), await found("cast")]).toEqual([true, true, false]);
});
