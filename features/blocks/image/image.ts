import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

export const ImageBlock = z.object({
  id: Id,
  kind: z.literal("image"),
  /** Null until its author chose one; never in a published document. */
  fileId: z.nullable(z.int()),
  alt: z.string(),
  /** It says nothing that the text does not: then it needs no alternative text. */
  decorative: z.optional(z.boolean()),
  caption: z.optional(z.string()),
  width: z.int(),
  height: z.int(),
  /** The width on the page that its author chose, in pixels; without it, its own. Never wider than the page or the picture. */
  shownWidth: z.optional(z.int().check(z.gte(1))),
});
export type ImageBlock = z.infer<typeof ImageBlock>;
export type ImageProblem = "file_missing" | "alt_missing";

export const image: BlockKind<ImageBlock, ImageBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => (fileId === null ? [] : [fileId]),
  texts: ["alt", "caption"],
  words: ({ alt, caption = "" }) => [caption, alt].filter((one) => one !== ""),
  problems: ({ fileId, alt, decorative }): Problem<ImageProblem>[] =>
    problemsIn({
      file_missing: fileId === null && "error",
      alt_missing: fileId !== null && alt.trim() === "" && decorative !== true && "error",
    }),
  barriers: ["alt_missing"] satisfies ImageProblem[],
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({ id: "image", kind: "image", fileId, alt: words, caption: words, width: 10, height: 10 }),
};
