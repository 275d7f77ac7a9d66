import * as z from "zod/mini";
import { problemsIn } from "../problem.ts";
import { Id, Option, optionProblems, questionBase, questionKey, questionTexts, type QuestionKind } from "../question-kind.ts";

const kind = z.literal("multiple");
const shown = { ...questionBase, kind, options: z.array(Option) };

/** A question with any number of right options: an answer is right when it has all of them and no other. */
export const Multiple = z.object({ ...shown, ...questionKey, correct: z.array(Id) });
export const ShownMultiple = z.object(shown);
export const MultipleAnswer = z.object({ kind, options: z.array(Id).check(z.maxLength(200)) });

export type ShownMultiple = z.infer<typeof ShownMultiple>;
export type MultipleAnswer = z.infer<typeof MultipleAnswer>;

export const multiple: QuestionKind<z.infer<typeof Multiple>, ShownMultiple, MultipleAnswer> = {
  shown: ({ id, kind: name, stem, points, options }) => ({ id, kind: name, stem, points, options }),
  texts: [...questionTexts, "options.*.text"],
  key: ({ correct }) => ({ kind: "multiple", options: correct }),
  mistake: ({ options, correct }) => ({
    kind: "multiple",
    options: options
      .filter(({ id }) => !correct.includes(id))
      .map(({ id }) => id)
      .slice(0, 1),
  }),
  known({ options }, answer) {
    const known = options.filter(({ id }) => answer.options.includes(id)).map(({ id }) => id);
    return known.length > 0 ? { kind: "multiple", options: known } : null;
  },
  problems({ options, correct }) {
    const { few, empty, twice } = optionProblems(options);
    const right = options.filter(({ id }) => correct.includes(id)).length;
    return problemsIn({
      options_few: few && "error",
      option_empty: empty && "error",
      option_twice: twice && "warning",
      right_missing: right === 0 && "error",
      right_all: options.length > 1 && right === options.length && "warning",
    });
  },
  sample: (text) => ({
    id: "multiple",
    kind: "multiple",
    stem: text,
    points: 1,
    options: ["a", "b", "c"].map((id) => ({ id, text })),
    correct: ["a", "b"],
    feedback: text,
  }),
  isRight({ correct }, { options }) {
    const chosen = new Set(options);
    return chosen.size === correct.length && correct.every((option) => chosen.has(option));
  },
  isPartlyRight({ correct }, { options }) {
    const hits = options.filter((option) => correct.includes(option)).length;
    return 2 * hits >= correct.length && hits > options.length - hits;
  },
};
