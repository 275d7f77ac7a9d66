import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { filesOfBlock, shownBlock, wordsOfBlock } from "#features/blocks/block.ts";
import { Block, blockRules, ShownBlock } from "#features/blocks/kinds.ts";
import { ScormPolicy } from "./completion-policy.ts";

/** The document of a published online course: chapters, pages, blocks (specification §4 type 1). Ids are unique in the document. */

/** When a page is complete: every given condition must hold (EDT-14). A page is one item of progress. */
export const PageRule = z.object({
  /** The page was opened and its end was reached. */
  viewed: z.boolean(),
  /** The least credited seconds on the page. */
  minSeconds: z.optional(z.int()),
  /** It opens when every page before it is complete (EDT-1). */
  locked: z.optional(z.boolean()),
  ...blockRules,
});

const pageBase = { id: Id, title: z.string(), minutes: z.int(), rule: PageRule };
export const Page = z.object({ ...pageBase, blocks: z.array(Block) });
export const LearnerPage = z.object({ ...pageBase, blocks: z.array(ShownBlock) });
export const Content = z.object({ chapters: z.array(z.object({ id: Id, title: z.string(), pages: z.array(Page) })) });
/** Of a document in another language than its own: that language, and the ids of pages and blocks that stand in its own all the same (EDT-16). */
export const Spoken = z.object({ language: z.string(), inSource: z.array(Id) });
export type Spoken = z.infer<typeof Spoken>;
export const LearnerContent = z.object({
  chapters: z.array(z.object({ id: Id, title: z.string(), pages: z.array(LearnerPage) })),
  spoken: z.optional(Spoken),
});

/** When the course is complete: AND / OR / N-of over completed pages, certain pages, a quiz score and time (EDT-14). Time alone never completes a course. */
export type CompletionRule =
  | { kind: "pages"; percent: number }
  | { kind: "page"; pageId: string }
  | { kind: "score"; blockId: string; percent: number }
  | { kind: "minutes"; minutes: number }
  | { kind: "scorm"; policy: ScormPolicy }
  /** Asks nothing for completion: the average score from which the course counts as passed. Only in the outermost list of conditions that all must hold (passing.ts). */
  | { kind: "passing"; percent: number }
  | { kind: "all" | "any"; rules: CompletionRule[] }
  | { kind: "atLeast"; count: number; rules: CompletionRule[] };
export const CompletionRule: z.ZodMiniType<CompletionRule> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.enum(["pages", "passing"]), percent: z.number() }),
    z.object({ kind: z.literal("page"), pageId: Id }),
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
export type PageRule = z.infer<typeof PageRule>;

/** All pages in order, each with its chapter. */
export const pagesOf = <P>(content: { chapters: { id: string; title: string; pages: P[] }[] }) =>
  content.chapters.flatMap((chapter) => chapter.pages.map((page) => ({ chapter, page })));

/** The document as learners may see it, without answers and feedback. spoken: where it is in another language than its own. */
export const learnerContent = (content: Content, spoken?: Spoken): LearnerContent => ({
  ...(spoken && { spoken }),
  chapters: content.chapters.map((chapter) => ({
    ...chapter,
    pages: chapter.pages.map((page) => ({ ...page, blocks: page.blocks.map(shownBlock) })),
  })),
});

const blocksOf = (content: Content) => pagesOf(content).flatMap(({ page }) => page.blocks);

/** The ids of the files in a document; people who may open the course may load them. */
export const filesOf = (content: Content): number[] => [...new Set(blocksOf(content).flatMap(filesOfBlock))];

/** The searchable texts of a course: those of its outline, and those on its pages (CAT-3). */
export const wordsOf = (content: Content): { titles: string; body: string } => ({
  titles: content.chapters.flatMap(({ title, pages }) => [title, ...pages.map((page) => page.title)]).join(" "),
  body: blocksOf(content).flatMap(wordsOfBlock).join(" "),
});
