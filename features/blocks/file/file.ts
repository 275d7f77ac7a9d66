import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

/** A file to download. */
export const FileBlock = z.object({
  id: Id,
  kind: z.literal("file"),
  /** Null until its author chose one; never in a published document. */
  fileId: z.nullable(z.int()),
  name: z.string(),
  bytes: z.int(),
  description: z.optional(z.string()),
});
export type FileBlock = z.infer<typeof FileBlock>;
export type FileProblem = "file_missing" | "name_missing";

export const file: BlockKind<FileBlock, FileBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => (fileId === null ? [] : [fileId]),
  texts: ["name", "description"],
  words: ({ name, description }) => [name, ...(description === undefined ? [] : [description])],
  problems: ({ fileId, name }): Problem<FileProblem>[] =>
    problemsIn({ file_missing: fileId === null && "error", name_missing: fileId !== null && name.trim() === "" && "error" }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({ id: "file", kind: "file", fileId, name: words, bytes: 3, description: words }),
};
