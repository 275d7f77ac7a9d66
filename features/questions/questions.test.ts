import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Answer, Question, questionKinds, ShownQuestion } from "./kinds.ts";
import { isPartlyRight, isRight, keyOf, knownAnswer, mistakeOf, shownQuestion } from "./marking.ts";

// Rules that every kind must follow; a new kind is tested because it is in the table and has a sample.

type Kind = Question["kind"];
const names = Object.keys(questionKinds) as Kind[];
const samples = Object.fromEntries(names.map((name) => [name, questionKinds[name].sample("secret")])) as {
  [K in Kind]: Extract<Question, { kind: K }>;
};

test("every kind is of its name and has something to show", () => {
  expect(names.map((name) => samples[name].kind)).toEqual(names);
  const views = readFileSync(join(import.meta.dirname, "web/views.ts"), "utf8");
  expect(names.filter((name) => !new RegExp(`^  ${name}[,:]`, "m").test(views))).toEqual([]);
});

test.each(names)("%s: the key is right, a mistake is not, and none is wrong", (name) => {
  const question = samples[name];
  expect(Question.parse(question)).toEqual(question);
  expect(Answer.parse(keyOf(question))).toEqual(keyOf(question));
  expect(Answer.parse(mistakeOf(question))).toEqual(mistakeOf(question));
  expect(knownAnswer(question, mistakeOf(question))).not.toBeNull();
  expect([isRight(question, keyOf(question)), isRight(question, mistakeOf(question)), isRight(question, undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each(names)("%s: its learner sees neither key nor feedback, whatever else is stored with it", (name) => {
  const shown = shownQuestion(Object.assign({ hint: "key" }, samples[name]));
  expect(ShownQuestion.parse(shown)).toEqual(shown);
  expect(Object.keys(shown)).not.toContain("correct");
  expect(Object.keys(shown)).not.toContain("feedback");
  expect(Object.keys(shown)).not.toContain("hint");
});

test.each(names)("%s: an answer to another kind of question is none", (name) => {
  for (const other of names.filter((one) => one !== name)) expect(knownAnswer(samples[name], keyOf(samples[other]))).toBeNull();
});

test("of an answer only what the question offers is known", () => {
  const { single, multiple } = samples;
  expect(knownAnswer(single, { kind: "single", option: "nope" })).toBeNull();
  expect(knownAnswer(multiple, { kind: "multiple", options: ["nope", "b", "b"] })).toEqual({ kind: "multiple", options: ["b"] });
  expect(knownAnswer(multiple, { kind: "multiple", options: ["nope"] })).toBeNull();
});

test.each(names)("%s: what is right, and no answer at all, is not half right", (name) => {
  const question = samples[name];
  expect([isPartlyRight(question, keyOf(question)), isPartlyRight(question, undefined)]).toEqual([false, false]);
});

test("an answer in parts that is right for the better half is told so", () => {
  const ticks = (...options: string[]) => isPartlyRight(samples.multiple, { kind: "multiple", options });
  expect([ticks("a"), ticks("a", "b", "c"), ticks("a", "c"), ticks("c")]).toEqual([true, true, false, false]);
  const order = (...ids: string[]) =>
    isPartlyRight(
      { ...samples.ordering, correct: ["a", "b", "c", "d"], items: ["d", "c", "b", "a"].map((id) => ({ id, text: id })) },
      { kind: "ordering", order: ids },
    );
  expect([order("a", "b", "d", "c"), order("d", "c", "b", "a")]).toEqual([true, false]);
});

test("several options are right only all together and with nothing else", () => {
  const right = (options: string[]) => isRight(samples.multiple, { kind: "multiple", options });
  expect([right(["b", "a"]), right(["a"]), right(["a", "b", "c"])]).toEqual([true, false, false]);
});
