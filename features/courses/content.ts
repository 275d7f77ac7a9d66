import * as z from "zod/mini";
import { Question, ShownQuestion } from "#features/questions/kinds.ts";
import { shownQuestion } from "#features/questions/marking.ts";
import { ScormPolicy } from "./completion-policy.ts";

/** The document of a published online course: chapters, pages, blocks (specification §4 type 1). Ids are unique in the document. */

const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** Rich text as ProseMirror/Tiptap JSON: the schema is the allow-list, nothing is ever set as HTML. */
export interface RichNode {
  type: string;
  text?: string | undefined;
  attrs?: Record<string, string | number | boolean | null> | undefined;
  marks?: { type: string; attrs?: Record<string, string | number | boolean | null> | undefined }[] | undefined;
  content?: RichNode[] | undefined;
}
const Attrs = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export const RichNode: z.ZodMiniType<RichNode> = z.lazy(() =>
  z.object({
    type: z.enum(["doc", "paragraph", "heading", "bulletList", "orderedList", "listItem", "blockquote", "hardBreak", "text", "callout"]),
    text: z.optional(z.string().check(z.maxLength(20_000))),
    attrs: z.optional(Attrs),
    marks: z.optional(z.array(z.object({ type: z.enum(["bold", "italic", "code", "link"]), attrs: z.optional(Attrs) }))),
    content: z.optional(z.array(RichNode)),
  }),
);

export const TextBlock = z.object({ id: Id, kind: z.literal("text"), doc: RichNode });
export const ImageBlock = z.object({
  id: Id,
  kind: z.literal("image"),
  fileId: z.int(),
  alt: z.string(),
  caption: z.optional(z.string()),
  width: z.int(),
  height: z.int(),
});
const Captions = z.object({ fileId: z.int(), language: z.string(), label: z.string() });
export const VideoBlock = z.object({
  id: Id,
  kind: z.literal("video"),
  title: z.string(),
  /** Best first; the browser takes the first it can play. */
  sources: z.array(z.object({ fileId: z.int(), mediaType: z.string() })),
  posterFileId: z.nullable(z.int()),
  seconds: z.number(),
  /** At least one: a video without captions is no learning material (WCAG 2.2, 1.2.2). */
  captions: z.tuple([Captions], Captions),
  /** The words with their seconds, for the clickable transcript. */
  transcript: z.array(z.object({ from: z.number(), to: z.number(), text: z.string() })),
});
export const FileBlock = z.object({
  id: Id,
  kind: z.literal("file"),
  fileId: z.int(),
  name: z.string(),
  bytes: z.int(),
  description: z.optional(z.string()),
});

/** One SCO of an uploaded package (specification §4 type 3), played by its own run-time on the content origin (features/scorm). */
export const ScormBlock = z.object({
  id: Id,
  kind: z.literal("scorm"),
  packageId: z.int(),
  scoKey: Id,
  /** The author asked for a window of its own. */
  newWindow: z.optional(z.boolean()),
});

const quizBase = {
  id: Id,
  kind: z.literal("quiz"),
  title: z.string(),
  passPercent: z.number(),
  /** How often it may be handed in; null is without limit. */
  submissions: z.nullable(z.int()),
};
export const QuizBlock = z.object({ ...quizBase, questions: z.array(Question) });
export const LearnerQuizBlock = z.object({ ...quizBase, questions: z.array(ShownQuestion) });

export const Block = z.discriminatedUnion("kind", [TextBlock, ImageBlock, VideoBlock, FileBlock, ScormBlock, QuizBlock]);
export const LearnerBlock = z.discriminatedUnion("kind", [TextBlock, ImageBlock, VideoBlock, FileBlock, ScormBlock, LearnerQuizBlock]);

/** When a page counts as done: every part given must hold (EDT-14). A page is one item of progress. */
export const PageRule = z.object({
  /** The page was opened and its end was reached. */
  viewed: z.boolean(),
  /** Credited seconds on the page at least. */
  minSeconds: z.optional(z.int()),
  /** Watched share of every video on the page, by the union of watched ranges (VIEW-4). */
  videoPercent: z.optional(z.number()),
  /** Every quiz on the page was handed in, or passed. */
  quiz: z.optional(z.enum(["submitted", "passed"])),
  /** The SCO on the page counts as complete under the course's policy (SCO-6). */
  scorm: z.optional(z.boolean()),
});

const pageBase = { id: Id, title: z.string(), minutes: z.int(), rule: PageRule };
export const Page = z.object({ ...pageBase, blocks: z.array(Block) });
export const LearnerPage = z.object({ ...pageBase, blocks: z.array(LearnerBlock) });
export const Content = z.object({ chapters: z.array(z.object({ id: Id, title: z.string(), pages: z.array(Page) })) });
export const LearnerContent = z.object({ chapters: z.array(z.object({ id: Id, title: z.string(), pages: z.array(LearnerPage) })) });

/** When the course is complete: AND / OR / N-of over pages done, a quiz score and time (EDT-14). Time alone never completes a course. */
export type CompletionRule =
  | { kind: "pages"; percent: number }
  | { kind: "score"; blockId: string; percent: number }
  | { kind: "minutes"; minutes: number }
  | { kind: "scorm"; policy: ScormPolicy }
  | { kind: "all" | "any"; rules: CompletionRule[] }
  | { kind: "atLeast"; count: number; rules: CompletionRule[] };
export const CompletionRule: z.ZodMiniType<CompletionRule> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("pages"), percent: z.number() }),
    z.object({ kind: z.literal("score"), blockId: Id, percent: z.number() }),
    z.object({ kind: z.literal("minutes"), minutes: z.number() }),
    z.object({ kind: z.literal("scorm"), policy: ScormPolicy }),
    z.object({ kind: z.enum(["all", "any"]), rules: z.array(CompletionRule) }),
    z.object({ kind: z.literal("atLeast"), count: z.int(), rules: z.array(CompletionRule) }),
  ]),
);

export type Content = z.infer<typeof Content>;
export type LearnerContent = z.infer<typeof LearnerContent>;
export type Page = z.infer<typeof Page>;
export type LearnerPage = z.infer<typeof LearnerPage>;
export type Block = z.infer<typeof Block>;
export type LearnerBlock = z.infer<typeof LearnerBlock>;
export type QuizBlock = z.infer<typeof QuizBlock>;
export type LearnerQuizBlock = z.infer<typeof LearnerQuizBlock>;
export type ScormBlock = z.infer<typeof ScormBlock>;
export type VideoBlock = z.infer<typeof VideoBlock>;
export type PageRule = z.infer<typeof PageRule>;

/** Every page in order, with the chapter it stands in. */
export const pagesOf = <P>(content: { chapters: { id: string; title: string; pages: P[] }[] }) =>
  content.chapters.flatMap((chapter) => chapter.pages.map((page) => ({ chapter, page })));

/** The document without answers and feedback, as learners may see it. */
export function learnerContent(content: Content): LearnerContent {
  return {
    chapters: content.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map((page) => ({ ...page, blocks: page.blocks.map(learnerBlock) })),
    })),
  };
}

function learnerBlock(block: Block): LearnerBlock {
  if (block.kind !== "quiz") return block;
  return { ...block, questions: block.questions.map(shownQuestion) };
}

/** The files a document shows, so that who may open the course may fetch them. */
export function filesOf(content: Content): number[] {
  const ids = pagesOf(content).flatMap(({ page }) =>
    page.blocks.flatMap((block) => {
      if (block.kind === "image" || block.kind === "file") return [block.fileId];
      if (block.kind === "video")
        return [
          ...block.sources.map((s) => s.fileId),
          ...block.captions.map((c) => c.fileId),
          ...(block.posterFileId ? [block.posterFileId] : []),
        ];
      return [];
    }),
  );
  return [...new Set(ids)];
}
