import * as z from "zod/mini";
import { questionBase, questionKey, questionTexts, type QuestionKind } from "../question-kind.ts";

const kind = z.literal("numeric");
const shown = { ...questionBase, kind, /** The unit shown after the number, such as m or kg. */ unit: z.optional(z.string()) };

/** A question about a number: an answer is right when it differs from the right one by at most the tolerance. */
export const Numeric = z.object({ ...shown, ...questionKey, correct: z.number(), tolerance: z.number().check(z.gte(0)) });
export const ShownNumeric = z.object(shown);
export const NumericAnswer = z.object({ kind, value: z.number() });

export type ShownNumeric = z.infer<typeof ShownNumeric>;
export type NumericAnswer = z.infer<typeof NumericAnswer>;

/** Allows for floating-point rounding (0.1 + 0.2): a few machine epsilons, relative to the size of the number. */
const rounding = 4 * Number.EPSILON;

export const numeric: QuestionKind<z.infer<typeof Numeric>, ShownNumeric, NumericAnswer> = {
  shown: ({ id, kind: name, stem, points, unit }) => ({ id, kind: name, stem, points, ...(unit !== undefined && { unit }) }),
  texts: [...questionTexts, "unit"],
  key: ({ correct }) => ({ kind: "numeric", value: correct }),
  known: (_, answer) => answer,
  mistake: ({ correct, tolerance }) => ({ kind: "numeric", value: correct + 2 * tolerance + 1 }),
  problems: () => [],
  sample: (text) => ({ id: "numeric", kind: "numeric", stem: text, points: 1, unit: text, correct: 2.5, tolerance: 0.1, feedback: text }),
  isRight: ({ correct, tolerance }, { value }) =>
    Math.abs(value - correct) <= tolerance + rounding * Math.max(Math.abs(value), Math.abs(correct)),
};
