import * as z from "zod/mini";
import { multiple, Multiple, MultipleAnswer, ShownMultiple } from "./multiple/multiple.ts";
import { numeric, Numeric, NumericAnswer, ShownNumeric } from "./numeric/numeric.ts";
import { ordering, Ordering, OrderingAnswer, ShownOrdering } from "./ordering/ordering.ts";
import { Id, type QuestionKind } from "./question-kind.ts";
import { ShownSingle, single, Single, SingleAnswer } from "./single/single.ts";
import { ShownTrueFalse, trueFalse, TrueFalse, TrueFalseAnswer } from "./trueFalse/true-false.ts";

/** The table of question kinds, with web/views.ts: besides its own folder, the only place to change for a new kind (docs/adding-a-block.md). */

/** A question as it is stored, with its right answer and feedback. */
export const Question = z.discriminatedUnion("kind", [
  // As stored, a line a kind.
  Single,
  Multiple,
  TrueFalse,
  Numeric,
  Ordering,
]);
/** A question as its learner sees it. */
export const ShownQuestion = z.discriminatedUnion("kind", [
  // As shown, a line a kind.
  ShownSingle,
  ShownMultiple,
  ShownTrueFalse,
  ShownNumeric,
  ShownOrdering,
]);
/** An answer, in the same form on the wire, in the log and on the device. */
export const Answer = z.discriminatedUnion("kind", [
  // As answered, a line a kind.
  SingleAnswer,
  MultipleAnswer,
  TrueFalseAnswer,
  NumericAnswer,
  OrderingAnswer,
]);
/** Answers by question id; unanswered questions are missing. */
export const Answers = z.record(Id, Answer);

export type Question = z.infer<typeof Question>;
export type ShownQuestion = z.infer<typeof ShownQuestion>;
export type Answer = z.infer<typeof Answer>;
export type Answers = z.infer<typeof Answers>;
type Kind = Question["kind"];
type Of<Union, K> = Extract<Union, { kind: K }>;

/** The server's part of each kind. */
export const questionKinds = {
  single,
  multiple,
  trueFalse,
  numeric,
  ordering,
} satisfies {
  [K in Kind]: QuestionKind<Of<Question, K>, Of<ShownQuestion, K>, Of<Answer, K>>;
};

/** The paths of the translated texts of questions that stand at a path. */
export const questionPaths = (at: string): string[] => [
  ...new Set(Object.values(questionKinds).flatMap(({ texts }) => texts.map((path) => `${at}.${path}`))),
];
