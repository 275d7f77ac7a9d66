import { isScored } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { QuizBlock } from "#features/blocks/quiz/quiz.ts";
import type { CompletionRule, Content, Page } from "#features/courses/content.ts";
import { pagesOf } from "#features/courses/content.ts";

/** A published version with the lookups that applying facts needs. Versions never change (INV-5), so each is built once and cached. */
export interface CourseVersion {
  readonly id: number;
  readonly number: number;
  readonly content: Content;
  readonly rule: CompletionRule;
  /** The required items, which make up 100 % (INV-6): page ids. */
  readonly itemKeys: ReadonlySet<string>;
  readonly pages: readonly Page[];
  /** Page id to its position in the course, from 1. */
  readonly pageNumber: ReadonlyMap<string, number>;
  readonly blocks: ReadonlyMap<string, { readonly block: Block; readonly page: Page }>;
  /** The blocks that are marked. */
  readonly quizzes: readonly QuizBlock[];
}

export interface VersionRow {
  readonly id: number;
  readonly number: number;
  readonly content: Content;
  readonly rule: CompletionRule;
  readonly itemKeys: readonly string[];
}

/** Builds the lookups of a stored version. */
export function courseVersion(row: VersionRow): CourseVersion {
  const pages = pagesOf(row.content).map(({ page }) => page);
  const blocks = pages.flatMap((page) => page.blocks.map((block) => ({ block, page })));
  return {
    ...row,
    itemKeys: new Set(row.itemKeys),
    pages,
    pageNumber: new Map(pages.map((page, index) => [page.id, index + 1])),
    blocks: new Map(blocks.map((one) => [one.block.id, one])),
    quizzes: blocks.map(({ block }) => block).filter(isScored),
  };
}

/**
 * The page that a caller of specification §7 means by a chapter: its number from 1, its id, or the id of one of its pages.
 * Undefined when the version has no such chapter.
 */
export function pageOfChapter(version: CourseVersion, chapter: number | string): string | undefined {
  const { chapters } = version.content;
  if (typeof chapter === "string" && version.pageNumber.has(chapter)) return chapter;
  const found = typeof chapter === "number" ? chapters[chapter - 1] : chapters.find(({ id }) => id === chapter);
  return found?.pages[0]?.id;
}
