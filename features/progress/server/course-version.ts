import { isScored } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { QuizBlock } from "#features/blocks/quiz/quiz.ts";
import type { CompletionRule, Content, Page, Spoken } from "#features/courses/content.ts";
import { pagesOf } from "#features/courses/content.ts";
import { translated, type Translations } from "#features/courses/server/service.ts";

/** A published version with the lookups that applying facts needs. Versions never change (INV-5), so each is built once and cached. */
export interface CourseVersion {
  readonly id: number;
  readonly number: number;
  readonly content: Content;
  readonly rule: CompletionRule;
  /** Its texts in other languages. */
  readonly translations: Translations;
  /** Of one in another language than its own: that language, and the blocks that are not translated. */
  readonly spoken?: Spoken;
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
  /** None where left out. */
  readonly translations?: Translations;
  readonly itemKeys: readonly string[];
}

/** Builds the lookups of a stored version. */
export function courseVersion(row: VersionRow): CourseVersion {
  const pages = pagesOf(row.content).map(({ page }) => page);
  const blocks = pages.flatMap((page) => page.blocks.map((block) => ({ block, page })));
  return {
    ...row,
    translations: row.translations ?? {},
    itemKeys: new Set(row.itemKeys),
    pages,
    pageNumber: new Map(pages.map((page, index) => [page.id, index + 1])),
    blocks: new Map(blocks.map((one) => [one.block.id, one])),
    quizzes: blocks.map(({ block }) => block).filter(isScored),
  };
}

const inOthers = new WeakMap<CourseVersion, Map<string, CourseVersion>>();

/** A version in a language, as far as it is translated (EDT-16); the version itself where it has nothing in that language. */
export function inLanguage(version: CourseVersion, language: string): CourseVersion {
  const texts = Object.hasOwn(version.translations, language) ? version.translations[language] : undefined;
  if (!texts) return version;
  const known = inOthers.get(version) ?? new Map<string, CourseVersion>();
  inOthers.set(version, known);
  const found = known.get(language);
  if (found) return found;
  const { content, inSource } = translated(version.content, texts);
  const made = { ...courseVersion({ ...version, content, itemKeys: [...version.itemKeys] }), spoken: { language, inSource } };
  known.set(language, made);
  return made;
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
