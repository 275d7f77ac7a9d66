import * as z from "zod/mini";
import { Id, type BlockKind, type BlockLearning } from "../block-kind.ts";

/** One SCO of an uploaded package (specification §4 type 3), played by its own run-time on the content origin. */
export const ScormBlock = z.object({
  id: Id,
  kind: z.literal("scorm"),
  packageId: z.int(),
  scoKey: Id,
  /** The author asked for a window of its own. */
  newWindow: z.optional(z.boolean()),
});
export type ScormBlock = z.infer<typeof ScormBlock>;

/** What a page's rule can ask: the SCO on it counts as complete under the course's policy (SCO-6). */
export const scormRule = { scorm: z.optional(z.boolean()) };

export const scorm: BlockKind<ScormBlock, ScormBlock> = {
  shown: (block) => block,
  // The package's files lie in a store of their own, reached by its token.
  files: () => [],
  words: () => [],
  facts: {},
  shownState: () => null,
  isDone: (_, rule: { scorm?: boolean | undefined }, { isPartDone }) => (rule.scorm ? isPartDone : null),
  sampleRule: { scorm: true },
  sampleFacts: {},
  sample: (_, fileId) => ({ id: "scorm", kind: "scorm", packageId: fileId, scoKey: "sco" }),
};

export const scormLearning: BlockLearning<ScormBlock> = { asks: (rule) => rule.scorm === true };
