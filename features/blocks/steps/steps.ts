import * as z from "zod/mini";
import { Id, type BlockKind } from "../block-kind.ts";
import { richBarriers } from "../text/text.ts";
import { problemsOfSections, sampleSections, Sections, wordsOfSections, textsOfSections } from "../sections.ts";

/** What to do, one step after the other. */
export const StepsBlock = z.object({ id: Id, kind: z.literal("steps"), sections: Sections });
export type StepsBlock = z.infer<typeof StepsBlock>;

export const steps: BlockKind<StepsBlock, StepsBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: textsOfSections,
  words: ({ sections }) => wordsOfSections(sections),
  problems: ({ sections }) => problemsOfSections(sections),
  barriers: richBarriers,
  headings: ({ sections }) => sections.map(() => 2),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "steps", kind: "steps", sections: sampleSections(words) }),
};
