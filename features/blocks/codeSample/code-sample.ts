import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

/** A piece of a program or of what one types, with what it is written in. */
export const CodeSampleBlock = z.object({
  id: Id,
  kind: z.literal("codeSample"),
  /** As people say it: "Python", "Command line". */
  language: z.string().check(z.maxLength(500)),
  source: z.string().check(z.maxLength(20_000)),
  caption: z.optional(z.string().check(z.maxLength(500))),
});
export type CodeSampleBlock = z.infer<typeof CodeSampleBlock>;
export type CodeSampleProblem = "code_missing";

export const codeSample: BlockKind<CodeSampleBlock, CodeSampleBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: ["caption"],
  words: ({ source, caption }) => [source, ...(caption === undefined ? [] : [caption])],
  problems: ({ source }): Problem<CodeSampleProblem>[] => problemsIn({ code_missing: source.trim() === "" && "error" }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "codeSample", kind: "codeSample", language: words, source: words, caption: words }),
};
