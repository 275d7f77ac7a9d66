import * as z from "zod/mini";
import { questionBase, questionKey, questionTexts, type QuestionKind } from "../question-kind.ts";

const kind = z.literal("trueFalse");
const shown = { ...questionBase, kind };

/** A statement that is true or false. */
export const TrueFalse = z.object({ ...shown, ...questionKey, correct: z.boolean() });
export const ShownTrueFalse = z.object(shown);
export const TrueFalseAnswer = z.object({ kind, value: z.boolean() });

export type ShownTrueFalse = z.infer<typeof ShownTrueFalse>;
export type TrueFalseAnswer = z.infer<typeof TrueFalseAnswer>;

export const trueFalse: QuestionKind<z.infer<typeof TrueFalse>, ShownTrueFalse, TrueFalseAnswer> = {
  shown: ({ id, kind: name, stem, points }) => ({ id, kind: name, stem, points }),
  texts: questionTexts,
  key: ({ correct }) => ({ kind: "trueFalse", value: correct }),
  mistake: ({ correct }) => ({ kind: "trueFalse", value: !correct }),
  known: (_, answer) => answer,
  problems: () => [],
  sample: (text) => ({ id: "trueFalse", kind: "trueFalse", stem: text, points: 1, correct: false, feedback: text }),
  isRight: ({ correct }, { value }) => value === correct,
};
