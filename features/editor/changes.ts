import { isPackagePart, plainBlock, recordedBlock, takesFacts } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { pagesOf, type CompletionRule, type Content, type Page, type PageRule } from "#features/courses/content.ts";
import { same } from "#platform/same.ts";

// What differs between two versions of a course, and what of somebody's progress in the one holds in the other (EDT-8). Pure.

/** What of an attempt in a version is carried over to the next one: keys of blocks and pages. */
export interface Carries {
  /** Blocks whose state and submissions stay: the same block with the same content, wherever it stands now. */
  readonly blocks: string[];
  /** Pages that stay done. */
  readonly items: string[];
  /** Pages of which it stays known that their end was reached, and the time on them. */
  readonly seen: string[];
  /** Pages with something new or changed: the time on them stays, their end has to be reached again. */
  readonly timed: string[];
  /** What parts of packages keep: the keys of their states. */
  readonly parts: string[];
}

/** A document without where its blocks were taken from: to learners nothing differs by that. */
const plainContent = (content: Content): Content => ({
  chapters: content.chapters.map((chapter) => ({
    ...chapter,
    pages: chapter.pages.map((page) => ({ ...page, blocks: page.blocks.map(plainBlock) })),
  })),
});

/** The keys under which a package keeps what it stored: of each part, and of the sequencing as a whole where no part is another one. */
function partsKept(pages: readonly Page[], isKept: (block: Block) => boolean): string[] {
  const parts = pages.flatMap(({ blocks }) => blocks.filter(isPackagePart));
  const others = new Set(parts.flatMap((part) => (isKept(part) ? [] : [part.scoKey])));
  const kept = [...new Set(parts.map(({ scoKey }) => scoKey))].filter((key) => !others.has(key));
  if (kept.length === 0) return [];
  // As the launcher and the database name them; "_open" has the number of the newest opening.
  return [...kept.flatMap((key) => [key, `_sequencing-${key}`.slice(0, 64)]), "_open", ...(others.size === 0 ? ["_sequencing"] : [])];
}

const pagesIn = (content: Content) => new Map(pagesOf(content).map(({ page }) => [page.id, page]));
const blocksIn = (content: Content) => new Map(pagesOf(content).flatMap(({ page }) => page.blocks.map((block) => [block.id, block])));

/** Whether a page's rule asks for nothing that the earlier one did not ask. */
const asksNoMore = (rule: PageRule, before: PageRule): boolean =>
  Object.entries(rule).every(([name, asked]) => {
    const was = before[name as keyof PageRule];
    return (
      asked === undefined || asked === false || same(asked, was) || (typeof asked === "number" && typeof was === "number" && asked <= was)
    );
  }) &&
  // Without any condition, reaching the end is one.
  (rule.viewed || before.viewed || same(rule, before));
/** A rule without its lock, which asks nothing of a page that is complete. */
const unlocked = (rule: PageRule): PageRule => ({ ...rule, locked: undefined });

/** What is carried from one version to the next. */
export function carriesOf(earlier: Content, later: Content): Carries {
  const [from, to] = [plainContent(earlier), plainContent(later)];
  const [before, blocksBefore] = [pagesIn(from), blocksIn(from)];
  const isSame = (block: Block) => {
    const was = blocksBefore.get(block.id);
    return was !== undefined && same(recordedBlock(block), recordedBlock(was));
  };
  const pages = pagesOf(to).map(({ page }) => page);
  const kept = pages.flatMap((page) => {
    const was = before.get(page.id);
    return was ? [{ page, was }] : [];
  });
  const isUnchanged = ({ page, was }: { page: Page; was: Page }) =>
    page.blocks.every((block) => isSame(block) && was.blocks.some(({ id }) => id === block.id));
  const seen = kept.filter(isUnchanged);
  return {
    blocks: pages.flatMap((page) => page.blocks.filter(isSame).map(({ id }) => id)),
    items: seen.filter(({ page, was }) => asksNoMore(unlocked(page.rule), unlocked(was.rule))).map(({ page }) => page.id),
    seen: seen.map(({ page }) => page.id),
    timed: kept.filter((one) => !seen.includes(one)).map(({ page }) => page.id),
    parts: partsKept(pages, isSame),
  };
}

/** Of a minor edit everything is carried. */
export function carriesAll(to: Content): Carries {
  const pages = pagesOf(to).map(({ page }) => page);
  const ids = pages.map(({ id }) => id);
  return {
    blocks: pages.flatMap(({ blocks }) => blocks.map(({ id }) => id)),
    items: ids,
    seen: ids,
    timed: [],
    parts: partsKept(pages, () => true),
  };
}

export interface Published {
  readonly content: Content;
  readonly rule: CompletionRule;
}
export const changeKinds = ["first", "nothing", "minor", "major"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * How much a new version changes. Minor: texts and pictures; the same chapters, pages and blocks in the same order, with the same rules and required times, and
 * nothing changed that learners answer or play.
 */
export function changeOf(from: Published | null, to: Published): ChangeKind {
  if (!from) return "first";
  const documents = [plainContent(from.content), plainContent(to.content)] as const;
  if (same(...documents) && same(from.rule, to.rule)) return "nothing";
  const [before, after] = documents.map((content) =>
    content.chapters.map(({ id, pages }) => ({
      id,
      pages: pages.map((page) => ({
        id: page.id,
        rule: page.rule,
        blocks: page.blocks.map((block) => (takesFacts(block) ? recordedBlock(block) : { id: block.id, kind: block.kind })),
      })),
    })),
  );
  return same(before, after) && same(from.rule, to.rule) ? "minor" : "major";
}

/** Numbers of pages and blocks that the next version keeps, changes, adds and removes. */
export function countChanges(earlier: Content, later: Content) {
  const [from, to] = [plainContent(earlier), plainContent(later)];
  const counted = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) => {
    const kept = [...after].filter(([id, one]) => same(before.get(id), one)).length;
    const both = [...after.keys()].filter((id) => before.has(id)).length;
    return { kept, changed: both - kept, added: after.size - both, removed: before.size - both };
  };
  return { pages: counted(pagesIn(from), pagesIn(to)), blocks: counted(blocksIn(from), blocksIn(to)) };
}

/**
 * A document whose blocks have an id of their own each: two authors may have moved one block to two pages. It keeps its id on the page where the current
 * version has it, else on the first; on others it gets one that stays the same at each publishing.
 */
export function withOwnIds(content: Content, current: Content | null): Content {
  const home = new Map(current ? pagesOf(current).flatMap(({ page }) => page.blocks.map((block) => [block.id, page.id] as const)) : []);
  const places = Map.groupBy(
    pagesOf(content).flatMap(({ page }) => page.blocks.map((block) => ({ pageId: page.id, id: block.id }))),
    ({ id }) => id,
  );
  const keeps = (id: string, pageId: string) => {
    const at = places.get(id) ?? [];
    return (at.find((one) => one.pageId === home.get(id)) ?? at[0])?.pageId === pageId;
  };
  return {
    chapters: content.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map((page) => ({
        ...page,
        blocks: page.blocks.map((block) =>
          keeps(block.id, page.id) ? block : { ...block, id: `${block.id.slice(0, 31)}_${page.id.slice(0, 32)}` },
        ),
      })),
    })),
  };
}
