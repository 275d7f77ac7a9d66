import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

/** Web pages that came as a zip, played in a frame of their own on the content origin. They report nothing: the page's own rule says when it is complete. */
export const WebPackageBlock = z.object({
  id: Id,
  kind: z.literal("webPackage"),
  title: z.string().check(z.maxLength(500)),
  /** The zip; whoever may load it may see the pages. Null until its author chose one; never in a published document. */
  fileId: z.nullable(z.int()),
});
export type WebPackageBlock = z.infer<typeof WebPackageBlock>;
export type WebPackageProblem = "file_missing" | "title_missing";

export const webPackage: BlockKind<WebPackageBlock, WebPackageBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => (fileId === null ? [] : [fileId]),
  texts: ["title"],
  words: ({ title }) => [title],
  problems: ({ fileId, title }): Problem<WebPackageProblem>[] =>
    problemsIn({ file_missing: fileId === null && "error", title_missing: title.trim() === "" && "error" }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({ id: "webPackage", kind: "webPackage", title: words, fileId }),
};
