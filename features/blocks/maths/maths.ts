import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

/** A formula in the language of LaTeX. */
export const MathsBlock = z.object({
  id: Id,
  kind: z.literal("maths"),
  source: z.string().check(z.maxLength(5_000)),
  caption: z.optional(z.string().check(z.maxLength(500))),
});
export type MathsBlock = z.infer<typeof MathsBlock>;
export type MathsProblem = "formula_missing";

export const maths: BlockKind<MathsBlock, MathsBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: ["caption"],
  words: ({ caption }) => (caption === undefined ? [] : [caption]),
  problems: ({ source }): Problem<MathsProblem>[] => problemsIn({ formula_missing: source.trim() === "" && "error" }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "maths", kind: "maths", source: words, caption: words }),
};
