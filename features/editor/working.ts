import type { Origin } from "#features/blocks/block-kind.ts";
import { isPackagePart, isScored, plainBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { CompletionRule, Content, Page } from "#features/courses/content.ts";
import type { DraftOutline } from "#features/courses/draft.ts";

// A course as its author works on it, and every change that can be made to it. Pure: a change takes the work and gives the next one.

/** pages: those that are loaded, by id; one that the outline no longer names stays, so that undoing brings it back whole. */
export interface Working {
  readonly outline: DraftOutline;
  readonly completion: CompletionRule;
  readonly pages: Readonly<Record<string, Page>>;
}
export type Change = (work: Working) => Working;
type Chapters = DraftOutline["chapters"];

const withChapters = (work: Working, chapters: Chapters): Working => ({ ...work, outline: { chapters } });
const without = (chapters: Chapters, ids: ReadonlySet<string>): Chapters =>
  chapters.map((chapter) =>
    chapter.pageIds.some((id) => ids.has(id)) ? { ...chapter, pageIds: chapter.pageIds.filter((id) => !ids.has(id)) } : chapter,
  );

/** The ids of all pages in the order of the outline. */
export const pageIdsOf = ({ chapters }: DraftOutline): string[] => chapters.flatMap(({ pageIds }) => pageIds);

/** The page that is shown: the one asked for, else the first; null without pages. */
export const shownPage = (outline: DraftOutline, asked: string): string | null => {
  const ids = pageIdsOf(outline);
  return ids.includes(asked) ? asked : (ids[0] ?? null);
};

/** Puts a chapter with its pages into the outline; without `at` at its end. */
export const addChapter =
  (chapter: Chapters[number], at?: number): Change =>
  (work) => {
    const { chapters } = work.outline;
    if (chapters.some(({ id }) => id === chapter.id)) return work;
    const there = new Set(pageIdsOf(work.outline));
    const added = { ...chapter, pageIds: chapter.pageIds.filter((id) => !there.has(id)) };
    return withChapters(work, chapters.toSpliced(at ?? chapters.length, 0, added));
  };

export const renameChapter =
  (id: string, title: string): Change =>
  (work) =>
    withChapters(
      work,
      work.outline.chapters.map((chapter) => (chapter.id === id ? { ...chapter, title } : chapter)),
    );

/** Takes chapters out of the outline, with their pages. */
export const removeChapters =
  (ids: ReadonlySet<string>): Change =>
  (work) =>
    withChapters(
      work,
      work.outline.chapters.filter(({ id }) => !ids.has(id)),
    );

/** Puts a chapter before another one; null: at the end. */
export const moveChapter =
  (id: string, beforeId: string | null): Change =>
  (work) => {
    const moved = work.outline.chapters.find((chapter) => chapter.id === id);
    if (!moved || beforeId === id) return work;
    const others = work.outline.chapters.filter((chapter) => chapter !== moved);
    const at = others.findIndex((chapter) => chapter.id === beforeId);
    return withChapters(work, others.toSpliced(at < 0 ? others.length : at, 0, moved));
  };

/** Puts a chapter one place up (-1) or down (1). */
export const stepChapter =
  (id: string, by: -1 | 1): Change =>
  (work) => {
    const { chapters } = work.outline;
    const at = chapters.findIndex((chapter) => chapter.id === id);
    const moved = chapters[at];
    if (!moved || !chapters[at + by]) return work;
    return withChapters(work, chapters.toSpliced(at, 1).toSpliced(at + by, 0, moved));
  };

/** Adds pages that are new to the course; without `beforeId` at the end of the chapter. */
export const addPages =
  (pages: readonly Page[], chapterId: string, beforeId: string | null = null): Change =>
  (work) => {
    const there = new Set(pageIdsOf(work.outline));
    const added = pages.filter(({ id }) => !there.has(id) && !(id in work.pages));
    const next = { ...work, pages: { ...work.pages, ...Object.fromEntries(added.map((page) => [page.id, page])) } };
    return insert(
      next,
      added.map(({ id }) => id),
      chapterId,
      beforeId,
    );
  };

function insert(work: Working, ids: readonly string[], chapterId: string, beforeId: string | null): Working {
  if (!work.outline.chapters.some(({ id }) => id === chapterId)) return work;
  return withChapters(
    work,
    work.outline.chapters.map((chapter) => {
      if (chapter.id !== chapterId) return chapter;
      const at = beforeId === null ? -1 : chapter.pageIds.indexOf(beforeId);
      return { ...chapter, pageIds: chapter.pageIds.toSpliced(at < 0 ? chapter.pageIds.length : at, 0, ...ids) };
    }),
  );
}

/** Takes pages out of the outline. */
export const removePages =
  (ids: ReadonlySet<string>): Change =>
  (work) =>
    withChapters(work, without(work.outline.chapters, ids));

/** Moves pages, in the order that they have, before a page of a chapter; null: to its end. */
export const movePages =
  (ids: ReadonlySet<string>, chapterId: string, beforeId: string | null): Change =>
  (work) => {
    const target = work.outline.chapters.find(({ id }) => id === chapterId);
    const moved = pageIdsOf(work.outline).filter((id) => ids.has(id));
    if (!target || moved.length === 0) return work;
    // Before a page that moves too: before the next one that stays.
    const from = beforeId === null ? -1 : target.pageIds.indexOf(beforeId);
    const before = from < 0 ? null : (target.pageIds.slice(from).find((id) => !ids.has(id)) ?? null);
    return insert(withChapters(work, without(work.outline.chapters, ids)), moved, chapterId, before);
  };

/** Puts pages one place up (-1) or down (1), from a chapter into the one beside it too. */
export const stepPages =
  (ids: ReadonlySet<string>, by: -1 | 1): Change =>
  (work) => {
    const { chapters } = work.outline;
    const moved = pageIdsOf(work.outline).filter((id) => ids.has(id));
    const edge = by < 0 ? moved[0] : moved.at(-1);
    const nth = chapters.findIndex(({ pageIds }) => edge !== undefined && pageIds.includes(edge));
    const chapter = chapters[nth];
    if (!chapter || edge === undefined) return work;
    const at = chapter.pageIds.indexOf(edge);
    if (by < 0 && at > 0) return movePages(ids, chapter.id, chapter.pageIds[at - 1] ?? null)(work);
    if (by > 0 && at < chapter.pageIds.length - 1) return movePages(ids, chapter.id, chapter.pageIds[at + 2] ?? null)(work);
    const beside = chapters[nth + by];
    if (!beside) return work;
    return movePages(ids, beside.id, by < 0 ? null : (beside.pageIds[0] ?? null))(work);
  };

/** What changes of a page besides its blocks. */
export type PagePatch = Partial<Pick<Page, "title" | "minutes" | "rule">>;

/** Changes title, minutes or rule of pages that are loaded, each alike or as a function of it says. */
export const changePages =
  (ids: Iterable<string>, patch: PagePatch | ((page: Page) => PagePatch)): Change =>
  (work) => {
    const pages = { ...work.pages };
    for (const id of ids) if (pages[id]) pages[id] = { ...pages[id], ...(typeof patch === "function" ? patch(pages[id]) : patch) };
    return { ...work, pages };
  };

const withBlocks =
  (pageId: string, change: (blocks: readonly Block[]) => Block[]): Change =>
  (work) => {
    const page = work.pages[pageId];
    return page ? { ...work, pages: { ...work.pages, [pageId]: { ...page, blocks: change(page.blocks) } } } : work;
  };

/** Adds blocks to a page; without `at` at its end. One whose id is there already is left out. */
export const addBlocks = (pageId: string, added: readonly Block[], at?: number): Change =>
  withBlocks(pageId, (blocks) => {
    const there = new Set(blocks.map(({ id }) => id));
    return blocks.toSpliced(at ?? blocks.length, 0, ...added.filter(({ id }) => !there.has(id)));
  });

export const changeBlock = (pageId: string, block: Block): Change =>
  withBlocks(pageId, (blocks) => blocks.map((one) => (one.id === block.id ? block : one)));

/** Says from which reusable block one was taken; null: from none any more. Its content stays as it is. */
export const linkBlock = (pageId: string, blockId: string, from: Origin | null): Change =>
  withBlocks(pageId, (blocks) => blocks.map((one) => (one.id === blockId ? madeFrom(one, blockId, from) : one)));

/** A block with the content of another one, such as a reusable one, under an id of its own. from: what it is linked to. */
export const madeFrom = (source: Block, id: string, from: Origin | null): Block => ({ ...plainBlock(source), id, ...(from && { from }) });

/** Puts others in the place of a block. */
export const replaceBlock = (pageId: string, blockId: string, by: readonly Block[]): Change =>
  withBlocks(pageId, (blocks) => blocks.flatMap((one) => (one.id === blockId ? by : [one])));

export const removeBlocks = (pageId: string, ids: ReadonlySet<string>): Change =>
  withBlocks(pageId, (blocks) => blocks.filter(({ id }) => !ids.has(id)));

/** Moves blocks of a page, in the order that they have, before a block of it or of another page that is loaded; null: to its end. */
export const moveBlocks =
  (fromId: string, ids: ReadonlySet<string>, toId: string, beforeId: string | null): Change =>
  (work) => {
    const [from, to] = [work.pages[fromId], work.pages[toId]];
    const moved = from?.blocks.filter(({ id }) => ids.has(id)) ?? [];
    if (!from || !to || moved.length === 0) return work;
    const stays = (blocks: readonly Block[]) => blocks.filter(({ id }) => !ids.has(id));
    // Before a block that moves too: before the next one that stays.
    const nth = beforeId === null ? -1 : to.blocks.findIndex(({ id }) => id === beforeId);
    const next = nth < 0 ? undefined : stays(to.blocks.slice(nth))[0];
    const there = stays(to.blocks);
    const after = there.toSpliced(next ? there.indexOf(next) : there.length, 0, ...moved);
    return { ...work, pages: { ...work.pages, [fromId]: { ...from, blocks: stays(from.blocks) }, [toId]: { ...to, blocks: after } } };
  };

/** Puts blocks of a page one place up (-1) or down (1), together. */
export const stepBlocks =
  (pageId: string, ids: ReadonlySet<string>, by: -1 | 1): Change =>
  (work) => {
    const blocks = work.pages[pageId]?.blocks ?? [];
    const [first, last] = [blocks.findIndex(({ id }) => ids.has(id)), blocks.findLastIndex(({ id }) => ids.has(id))];
    if (first < 0 || !blocks[by < 0 ? first - 1 : last + 1]) return work;
    return moveBlocks(pageId, ids, pageId, (by < 0 ? blocks[first - 1] : blocks[last + 2])?.id ?? null)(work);
  };

export const setCompletion =
  (completion: CompletionRule): Change =>
  (work) => ({ ...work, completion });

/** Makes several changes one. */
export const inOrder =
  (...changes: readonly Change[]): Change =>
  (work) =>
    changes.reduce((so, change) => change(so), work);

/** Copies with ids of their own. */
export const copyOfBlock = (block: Block, newId: () => string): Block => ({ ...block, id: newId() });
export const copyOfPage = (page: Page, newId: () => string): Page => ({
  ...page,
  id: newId(),
  blocks: page.blocks.map((block) => copyOfBlock(block, newId)),
});

/** The document of a course whose pages are loaded; of the others nothing. */
export const contentOf = ({ outline, pages }: Working): Content => ({
  chapters: outline.chapters.map(({ id, title, pageIds }) => ({ id, title, pages: pageIds.flatMap((pageId) => pages[pageId] ?? []) })),
});

const blocksOf = (work: Working) => contentOf(work).chapters.flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks));

/** The quizzes of the loaded pages, and from how many percent each is passed. */
export const quizzesOf = (work: Working): { id: string; title: string; passPercent: number }[] =>
  blocksOf(work).flatMap((block) => (isScored(block) ? [{ id: block.id, title: block.title, passPercent: block.passPercent }] : []));

/** Whether one of the loaded pages has a SCORM object. */
export const hasPackages = (work: Working): boolean => blocksOf(work).some(isPackagePart);
