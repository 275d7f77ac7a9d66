import * as z from "zod/mini";
import { Id, type BlockKind, type BlockLearning } from "../block-kind.ts";

/** A file to download. */
export const FileBlock = z.object({
  id: Id,
  kind: z.literal("file"),
  fileId: z.int(),
  name: z.string(),
  bytes: z.int(),
  description: z.optional(z.string()),
});
export type FileBlock = z.infer<typeof FileBlock>;

export const file: BlockKind<FileBlock, FileBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => [fileId],
  words: ({ name, description }) => [name, ...(description === undefined ? [] : [description])],
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({ id: "file", kind: "file", fileId, name: words, bytes: 3, description: words }),
};

export const fileLearning: BlockLearning<FileBlock> = { asks: () => false };
