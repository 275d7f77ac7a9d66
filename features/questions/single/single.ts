import * as z from "zod/mini";
import { problemsIn } from "../problem.ts";
import { Id, Option, optionProblems, questionBase, questionKey, questionTexts, type QuestionKind } from "../question-kind.ts";

const kind = z.literal("single");
const shown = { ...questionBase, kind, options: z.array(Option) };

/** A question with one right option. */
export const Single = z.object({ ...shown, ...questionKey, correct: Id });
export const ShownSingle = z.object(shown);
export const SingleAnswer = z.object({ kind, option: Id });

export type ShownSingle = z.infer<typeof ShownSingle>;
export type SingleAnswer = z.infer<typeof SingleAnswer>;

export const single: QuestionKind<z.infer<typeof Single>, ShownSingle, SingleAnswer> = {
  shown: ({ id, kind: name, stem, points, options }) => ({ id, kind: name, stem, points, options }),
  texts: [...questionTexts, "options.*.text"],
  key: ({ correct }) => ({ kind: "single", option: correct }),
  mistake: ({ options, correct }) => ({ kind: "single", option: options.find(({ id }) => id !== correct)?.id ?? "none" }),
  known: ({ options }, answer) => (options.some(({ id }) => id === answer.option) ? answer : null),
  problems({ options, correct }) {
    const { few, empty, twice } = optionProblems(options);
    return problemsIn({
      options_few: few && "error",
      option_empty: empty && "error",
      option_twice: twice && "warning",
      right_missing: !options.some(({ id }) => id === correct) && "error",
    });
  },
  sample: (text) => ({
    id: "single",
    kind: "single",
    stem: text,
    points: 1,
    options: ["a", "b", "c"].map((id) => ({ id, text })),
    correct: "a",
    feedback: text,
  }),
  isRight: ({ correct }, { option }) => option === correct,
};
