import * as z from "zod/mini";
import { Id, type BlockKind, type BlockLearning } from "../block-kind.ts";

export const ImageBlock = z.object({
  id: Id,
  kind: z.literal("image"),
  fileId: z.int(),
  alt: z.string(),
  caption: z.optional(z.string()),
  width: z.int(),
  height: z.int(),
});
export type ImageBlock = z.infer<typeof ImageBlock>;

export const image: BlockKind<ImageBlock, ImageBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => [fileId],
  words: ({ caption }) => (caption === undefined ? [] : [caption]),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({ id: "image", kind: "image", fileId, alt: words, caption: words, width: 10, height: 10 }),
};

export const imageLearning: BlockLearning<ImageBlock> = { asks: () => false };
