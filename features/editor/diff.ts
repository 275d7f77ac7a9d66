import type { Block } from "#features/blocks/kinds.ts";
import { pagesOf, type CompletionRule, type Content, type Page } from "#features/courses/content.ts";
import type { Published } from "./changes.ts";
import { same } from "#platform/same.ts";

// What differs between two versions of a course, as a tree in the order of the later one, for people to read (EDT-9). What is gone stands where it was. Pure.

export interface BlockDiff {
  readonly id: string;
  /** Null for one that was added, or removed. */
  readonly before: Block | null;
  readonly after: Block | null;
  /** Where it stood, when it stands elsewhere now: the title of the other page; "" for elsewhere on its page. */
  readonly movedFrom: string | null;
  readonly isChanged: boolean;
}

export interface PageDiff {
  readonly id: string;
  readonly before: Page | null;
  readonly after: Page | null;
  /** The title of the other chapter; "" for elsewhere in its chapter. */
  readonly movedFrom: string | null;
  /** In the order in which to read them; those that stayed as they were too. */
  readonly blocks: readonly BlockDiff[];
  readonly isChanged: boolean;
}

export interface ChapterDiff {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isMoved: boolean;
  readonly pages: readonly PageDiff[];
}

export interface CourseDiff {
  readonly chapters: readonly ChapterDiff[];
  /** Null when it is the same. */
  readonly rule: { readonly before: CompletionRule; readonly after: CompletionRule } | null;
  readonly isSame: boolean;
}

/** The most ids that keep their order from the one list to the other. */
function steadyIn(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((id, at) => [id, at]));
  const common = after.flatMap((id) => places.get(id) ?? []);
  // The longest rising row of places: of each length the row with the smallest end, found by bisection.
  const ends: number[] = [];
  const earlier: number[] = [];
  for (const [at, place] of common.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((common[ends[middle] as number] as number) < place) low = middle + 1;
      else high = middle;
    }
    earlier[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  }
  const steady = new Set<string>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = earlier[at] as number) steady.add(before[common[at] as number] as string);
  return steady;
}

/** All ids of both lists: in the order of the later one, each that is gone after what it followed. */
function bothOf(before: readonly string[], after: readonly string[]): string[] {
  const stays = new Set(after);
  const gone = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const id of before)
    if (stays.has(id)) last = id;
    else gone.set(last, [...(gone.get(last) ?? []), id]);
  return [...(gone.get(null) ?? []), ...after.flatMap((id) => [id, ...(gone.get(id) ?? [])])];
}

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

/** What differs between two versions. */
export function diffOf(from: Published, to: Published): CourseDiff {
  const [pagesBefore, pagesAfter] = [placedPages(from.content), placedPages(to.content)];
  const [blocksBefore, blocksAfter] = [placedBlocks(from.content), placedBlocks(to.content)];

  const blockDiffs = (before: Page | null, after: Page | null): BlockDiff[] => {
    const [were, are] = [idsOf(before?.blocks ?? []), idsOf(after?.blocks ?? [])];
    const steady = steadyIn(were, are);
    return bothOf(were, are).flatMap((id) => {
      const [was, is] = [blocksBefore.get(id), blocksAfter.get(id)];
      // One that left for another page is told there.
      if (is && is.page.id !== after?.id) return [];
      const movedFrom = !was || !is || steady.has(id) ? null : was.page.id === is.page.id ? "" : was.page.title;
      return [
        { id, before: was?.block ?? null, after: is?.block ?? null, movedFrom, isChanged: !same(was?.block ?? null, is?.block ?? null) },
      ];
    });
  };

  const pageDiff = (id: string, isSteady: boolean): PageDiff => {
    const [was, is] = [pagesBefore.get(id), pagesAfter.get(id)];
    const [before, after] = [was?.page ?? null, is?.page ?? null];
    const blocks = blockDiffs(before, after);
    const movedFrom = !was || !is || isSteady ? null : was.chapter.id === is.chapter.id ? "" : was.chapter.title;
    return { id, before, after, movedFrom, blocks, isChanged: !same(before, after) };
  };

  const [chaptersBefore, chaptersAfter] = [chaptersById(from.content), chaptersById(to.content)];
  const steadyChapters = steadyIn([...chaptersBefore.keys()], [...chaptersAfter.keys()]);
  const chapters = bothOf([...chaptersBefore.keys()], [...chaptersAfter.keys()]).map((id): ChapterDiff => {
    const [was, is] = [chaptersBefore.get(id), chaptersAfter.get(id)];
    const [were, are] = [idsOf(was?.pages ?? []), idsOf(is?.pages ?? [])];
    const steady = steadyIn(were, are);
    const here = bothOf(were, are).filter((pageId) => (pagesAfter.get(pageId)?.chapter.id ?? id) === id);
    return {
      id,
      before: was?.title ?? null,
      after: is?.title ?? null,
      isMoved: was !== undefined && is !== undefined && !steadyChapters.has(id),
      pages: here.map((pageId) => pageDiff(pageId, steady.has(pageId))),
    };
  });
  const rule = same(from.rule, to.rule) ? null : { before: from.rule, after: to.rule };
  return { chapters, rule, isSame: rule === null && same(from.content, to.content) };
}

const placedPages = (content: Content) => new Map(pagesOf(content).map((one) => [one.page.id, one]));
const chaptersById = ({ chapters }: Content) => new Map(chapters.map((one) => [one.id, one]));
const placedBlocks = (content: Content) =>
  new Map(pagesOf(content).flatMap(({ page }) => page.blocks.map((block) => [block.id, { page, block }] as const)));

/** Whether anything about a page differs, its place included. */
export const differs = ({ isChanged, movedFrom, blocks }: PageDiff): boolean =>
  isChanged || movedFrom !== null || blocks.some((block) => block.isChanged || block.movedFrom !== null);
