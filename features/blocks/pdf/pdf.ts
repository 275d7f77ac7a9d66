import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

/** A PDF document that is read in the page. */
export const PdfBlock = z.object({
  id: Id,
  kind: z.literal("pdf"),
  title: z.string().check(z.maxLength(500)),
  /** Null until its author chose one; never in a published document. */
  fileId: z.nullable(z.int()),
  name: z.string().check(z.maxLength(240)),
  bytes: z.int(),
  /** Whether learners are offered the file to keep. */
  mayDownload: z.optional(z.boolean()),
});
export type PdfBlock = z.infer<typeof PdfBlock>;
export type PdfProblem = "file_missing" | "title_missing";

export const pdf: BlockKind<PdfBlock, PdfBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => (fileId === null ? [] : [fileId]),
  texts: ["title"],
  words: ({ title }) => [title],
  problems: ({ fileId, title }): Problem<PdfProblem>[] =>
    problemsIn({ file_missing: fileId === null && "error", title_missing: title.trim() === "" && "error" }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({
    id: "pdf",
    kind: "pdf",
    title: words,
    fileId,
    name: `${words.slice(0, 200)}.pdf`,
    bytes: 3,
    mayDownload: true,
  }),
};
