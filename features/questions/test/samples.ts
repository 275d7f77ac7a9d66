import type { Question } from "../kinds.ts";

const base = { id: "q", stem: "Which?", points: 1, feedback: "secret" };
const options = ["a", "b", "c"].map((id) => ({ id, text: `Text ${id}` }));

/** A question of every kind, for tests that go through all of them. */
export const samples = {
  single: { ...base, kind: "single", options, correct: "a" },
  multiple: { ...base, kind: "multiple", options, correct: ["a", "b"] },
  trueFalse: { ...base, kind: "trueFalse", correct: false },
} satisfies { [K in Question["kind"]]: Extract<Question, { kind: K }> };
