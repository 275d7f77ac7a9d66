import { plainBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { CompletionRule, Page, PageRule } from "#features/courses/content.ts";
import type { DraftOutline } from "#features/courses/draft.ts";
import { same } from "#platform/same.ts";

// What two authors changed since the same saved state, put together (EDT-10). What only one of them changed merges by itself; what both changed is a
// conflict with both, and mine stands in the result until a person decides. Pure.

interface Both<Part extends string, Value> {
  readonly part: Part;
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}
/** A part of a page that both changed. A block is null for whoever removed it, and in base when both made it. */
export type PageConflict =
  | (Both<"block", Block | null> & { readonly id: string })
  | Both<"title", string>
  | Both<"minutes", number>
  | Both<"rule", PageRule>;

/** A part of the outline that both changed. place: the chapters into which both moved a page; null where it was removed. */
export type OutlineConflict =
  | (Both<"chapter", string> & { readonly id: string })
  | (Both<"place", string | null> & { readonly id: string })
  | Both<"completion", CompletionRule>;

/** A value that both may have changed; `conflict` when they changed it differently. */
function pick<Value>(base: Value, mine: Value, theirs: Value): { value: Value; isConflict: boolean } {
  if (same(mine, theirs) || same(theirs, base)) return { value: mine, isConflict: false };
  return { value: same(mine, base) ? theirs : mine, isConflict: !same(mine, base) };
}

/**
 * A block that both may have changed. Where it was taken from goes with the content of whoever changed that; alone it is never a conflict: of two who changed
 * only it, mine holds.
 */
function pickBlock(base: Block | null, mine: Block | null, theirs: Block | null): { value: Block | null; isConflict: boolean } {
  const { value, isConflict } = pick(base && plainBlock(base), mine && plainBlock(mine), theirs && plainBlock(theirs));
  if (!mine || !theirs) return pick(base, mine, theirs);
  if (isConflict || !value) return { value: mine, isConflict };
  const [was, own, other] = [base?.from, mine.from, theirs.from];
  const kept = same(value, plainBlock(mine)) ? own : other;
  const from = same(own, other) || same(other, was) ? own : same(own, was) ? other : kept;
  return { value: from ? { ...value, from } : value, isConflict };
}

/** The order of what stays: of whoever changed it, mine when both did; what only the other one has comes after what it follows there. */
function order(base: readonly string[], mine: readonly string[], theirs: readonly string[], stays: ReadonlySet<string>): string[] {
  const common = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => others.includes(id));
  const isMoved = !same(common(mine, base), common(base, mine));
  const [leading, following] = isMoved ? [mine, theirs] : [theirs, mine];
  const merged = leading.filter((id) => stays.has(id));
  for (const [at, id] of following.entries()) {
    if (!stays.has(id) || merged.includes(id)) continue;
    const before = following.slice(0, at).findLast((one) => merged.includes(one));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id);
  }
  return merged;
}

/** Puts together what was made of a page since `base`. A block that one removed while the other changed it stays, as a conflict. */
export function mergePage(base: Page, mine: Page, theirs: Page): { merged: Page; conflicts: PageConflict[] } {
  const conflicts: PageConflict[] = [];
  const title = pick(base.title, mine.title, theirs.title);
  if (title.isConflict) conflicts.push({ part: "title", base: base.title, mine: mine.title, theirs: theirs.title });
  const minutes = pick(base.minutes, mine.minutes, theirs.minutes);
  if (minutes.isConflict) conflicts.push({ part: "minutes", base: base.minutes, mine: mine.minutes, theirs: theirs.minutes });
  const rule = pick(base.rule, mine.rule, theirs.rule);
  if (rule.isConflict) conflicts.push({ part: "rule", base: base.rule, mine: mine.rule, theirs: theirs.rule });

  const [inBase, inMine, inTheirs] = [blocksOf(base), blocksOf(mine), blocksOf(theirs)];
  const blocks = new Map<string, Block>();
  for (const id of new Set([...mine.blocks, ...theirs.blocks].map((block) => block.id))) {
    const [was, own, other] = [inBase.get(id) ?? null, inMine.get(id) ?? null, inTheirs.get(id) ?? null];
    const { value, isConflict } = pickBlock(was, own, other);
    if (isConflict) conflicts.push({ part: "block", id, base: was, mine: own, theirs: other });
    const kept = isConflict ? (own ?? other) : value;
    if (kept) blocks.set(id, kept);
  }
  const ids = ({ blocks: list }: Page) => list.map((block) => block.id);
  const placed = order(ids(base), ids(mine), ids(theirs), new Set(blocks.keys()));
  const merged = {
    ...mine,
    title: title.value,
    minutes: minutes.value,
    rule: rule.value,
    blocks: placed.flatMap((id) => blocks.get(id) ?? []),
  };
  return { merged, conflicts };
}

const blocksOf = ({ blocks }: Page) => new Map(blocks.map((block) => [block.id, block]));

/** The outline with the completion rule, which are saved together. */
export interface OutlineState {
  readonly outline: DraftOutline;
  readonly completion: CompletionRule;
}

/** Puts together what was made of the outline since `base`. A chapter or page that one removed while the other changed or moved it stays. */
export function mergeOutline(
  base: OutlineState,
  mine: OutlineState,
  theirs: OutlineState,
): { merged: OutlineState; conflicts: OutlineConflict[] } {
  const conflicts: OutlineConflict[] = [];
  const completion = pick(base.completion, mine.completion, theirs.completion);
  if (completion.isConflict)
    conflicts.push({ part: "completion", base: base.completion, mine: mine.completion, theirs: theirs.completion });

  const [inBase, inMine, inTheirs] = [placesOf(base), placesOf(mine), placesOf(theirs)];
  // Where each page is; null: in no chapter.
  const places = new Map<string, string>();
  for (const id of new Set([...inMine.keys(), ...inTheirs.keys()])) {
    const [was, own, other] = [inBase.get(id) ?? null, inMine.get(id) ?? null, inTheirs.get(id) ?? null];
    const { value, isConflict } = pick(was, own, other);
    if (isConflict) conflicts.push({ part: "place", id, base: was, mine: own, theirs: other });
    const kept = isConflict ? (own ?? other) : value;
    if (kept !== null) places.set(id, kept);
  }

  const [before, own, other] = [chaptersOf(base), chaptersOf(mine), chaptersOf(theirs)];
  const titles = new Map<string, string>();
  const filled = new Set(places.values());
  for (const id of new Set([...own.keys(), ...other.keys()])) {
    const [was, here, there] = [before.get(id)?.title ?? null, own.get(id)?.title ?? null, other.get(id)?.title ?? null];
    const { value, isConflict } = pick(was, here, there);
    if (isConflict && here !== null && there !== null) conflicts.push({ part: "chapter", id, base: was ?? "", mine: here, theirs: there });
    const title = isConflict ? (here ?? there) : value;
    if (title !== null) titles.set(id, title);
    else if (filled.has(id)) titles.set(id, here ?? there ?? "");
  }
  const ids = ({ outline }: OutlineState) => outline.chapters.map((chapter) => chapter.id);
  const chapters = order(ids(base), ids(mine), ids(theirs), new Set(titles.keys())).map((id) => {
    const stays = new Set([...places].flatMap(([pageId, chapterId]) => (chapterId === id ? [pageId] : [])));
    const pageIds = order(before.get(id)?.pageIds ?? [], own.get(id)?.pageIds ?? [], other.get(id)?.pageIds ?? [], stays);
    return { id, title: titles.get(id) ?? "", pageIds };
  });
  return { merged: { outline: { chapters }, completion: completion.value }, conflicts };
}

const chaptersOf = ({ outline }: OutlineState) => new Map(outline.chapters.map((chapter) => [chapter.id, chapter]));

/** The chapter of each page. */
const placesOf = ({ outline }: OutlineState) =>
  new Map(outline.chapters.flatMap(({ id, pageIds }) => pageIds.map((pageId) => [pageId, id] as const)));
