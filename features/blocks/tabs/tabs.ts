import * as z from "zod/mini";
import { Id, type BlockKind } from "../block-kind.ts";
import { richBarriers } from "../text/text.ts";
import { problemsOfSections, sampleSections, Sections, wordsOfSections, textsOfSections } from "../sections.ts";

/** Texts of which one is shown, chosen by its title. */
export const TabsBlock = z.object({ id: Id, kind: z.literal("tabs"), sections: Sections });
export type TabsBlock = z.infer<typeof TabsBlock>;

export const tabs: BlockKind<TabsBlock, TabsBlock> = {
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
  sample: (words) => ({ id: "tabs", kind: "tabs", sections: sampleSections(words) }),
};
