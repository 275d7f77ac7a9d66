import * as z from "zod/mini";
import { Id, type BlockKind } from "../block-kind.ts";
import { richBarriers } from "../text/text.ts";
import { problemsOfSections, sampleSections, Sections, wordsOfSections, textsOfSections } from "../sections.ts";

/** Titles, of which each opens the text under it. */
export const AccordionBlock = z.object({ id: Id, kind: z.literal("accordion"), sections: Sections });
export type AccordionBlock = z.infer<typeof AccordionBlock>;

export const accordion: BlockKind<AccordionBlock, AccordionBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: textsOfSections,
  words: ({ sections }) => wordsOfSections(sections),
  problems: ({ sections }) => problemsOfSections(sections),
  barriers: richBarriers,
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "accordion", kind: "accordion", sections: sampleSections(words) }),
};
