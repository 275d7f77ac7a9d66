import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind, type BlockLearning } from "../block-kind.ts";

/** One SCO of an uploaded package (specification §4 type 3), played by its own run-time on the content origin. */
export const ScormBlock = z.object({
  id: Id,
  kind: z.literal("scorm"),
  /** Null until its author chose one; never in a published document. */
  packageId: z.nullable(z.int()),
  scoKey: Id,
  /** Whether the author chose a separate window. */
  newWindow: z.optional(z.boolean()),
});
export type ScormBlock = z.infer<typeof ScormBlock>;
export type ScormProblem = "package_missing";

/** The condition of a page's rule: the SCO on it is complete under the course's policy (SCO-6). */
export const scormRule = { scorm: z.optional(z.boolean()) };

export const scorm: BlockKind<ScormBlock, ScormBlock> = {
  shown: (block) => block,
  // The package's files are in the package store and are reached with a token.
  files: () => [],
  texts: [],
  words: () => [],
  problems: ({ packageId }): Problem<ScormProblem>[] => problemsIn({ package_missing: packageId === null && "error" }),
  appearance: ["newWindow"],
  facts: {},
  shownState: () => null,
  isDone: (_, rule: { scorm?: boolean | undefined }, { isPartDone }) => (rule.scorm ? isPartDone : null),
  sampleRule: { scorm: true },
  sampleFacts: {},
  sample: (_, fileId) => ({ id: "scorm", kind: "scorm", packageId: fileId, scoKey: "sco" }),
};

export const scormLearning: BlockLearning<ScormBlock> = { condition: "scorm" };
