import type { Page } from "#features/courses/content.ts";
import { mergeOutline, mergePage, type OutlineState } from "./merge.ts";
import { same } from "#platform/same.ts";
import type { Change, Working } from "./working.ts";

// What can be undone. A step keeps what it changed, before and after, and is undone by merging: what others did meanwhile stays.

interface Step {
  /** Steps with the same key that follow closely are one: a word, not each of its letters. */
  readonly key: string | null;
  /** In ms. */
  readonly at: number;
  readonly outline: { readonly before: OutlineState; readonly after: OutlineState } | null;
  readonly pages: Readonly<Record<string, { readonly before: Page | null; readonly after: Page }>>;
}

export interface History {
  readonly work: Working;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** How many steps are kept, and for how long in ms what is typed counts as one. */
const [mostSteps, togetherMs] = [200, 1500];

export const startHistory = (work: Working): History => ({ work, past: [], future: [] });

/** Makes a change that can be undone. at: now in ms. */
export function makeChange(history: History, change: Change, { key = null, at }: { key?: string | null; at: number }): History {
  const before = history.work;
  const after = change(before);
  const changed = Object.entries(after.pages).filter(([id, page]) => before.pages[id] !== page && !same(before.pages[id], page));
  const isOutline = !same(before.outline, after.outline) || !same(before.completion, after.completion);
  if (changed.length === 0 && !isOutline) return history;
  const step: Step = {
    key,
    at,
    outline: isOutline ? { before: outlineStateOf(before), after: outlineStateOf(after) } : null,
    pages: Object.fromEntries(changed.map(([id, page]) => [id, { before: before.pages[id] ?? null, after: page }])),
  };
  const last = history.past.at(-1);
  const isTogether = last !== undefined && key !== null && last.key === key && at - last.at < togetherMs && history.future.length === 0;
  const past = isTogether ? [...history.past.slice(0, -1), joined(last, step)] : [...history.past, step];
  return { work: after, past: past.slice(-mostSteps), future: [] };
}

/** Outline and completion rule, which are saved together. */
export const outlineStateOf = ({ outline, completion }: Working): OutlineState => ({ outline, completion });

function joined(first: Step, second: Step): Step {
  const outline = first.outline && second.outline ? { ...second.outline, before: first.outline.before } : (second.outline ?? first.outline);
  const pages = { ...first.pages };
  for (const [id, { before, after }] of Object.entries(second.pages)) pages[id] = { before: pages[id] ? pages[id].before : before, after };
  return { ...second, outline, pages };
}

/** Takes in what did not happen here: a page that was loaded, what others saved. Nothing of it is undone. */
export const takeIn = (history: History, change: Change): History => ({ ...history, work: change(history.work) });

/** Undoes the last step; the same history when there is none. */
export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    work: replay(history.work, step, "after", "before"),
    past: history.past.slice(0, -1),
    future: [...history.future, { ...step, key: null }],
  };
}

/** Makes the step again that was undone last. */
export function redo(history: History): History {
  const step = history.future.at(-1);
  if (!step) return history;
  return { work: replay(history.work, step, "before", "after"), past: [...history.past, step], future: history.future.slice(0, -1) };
}

function replay(work: Working, step: Step, from: "before" | "after", to: "before" | "after"): Working {
  const pages = { ...work.pages };
  for (const [id, change] of Object.entries(step.pages)) {
    const [base, target, current] = [change[from], change[to], pages[id]];
    // A page that this step made stays, out of the outline.
    if (!target) continue;
    pages[id] = !base || !current || same(base, current) ? target : mergePage(base, target, current).merged;
  }
  if (!step.outline) return { ...work, pages };
  const [base, target, current] = [step.outline[from], step.outline[to], outlineStateOf(work)];
  return { ...(same(base, current) ? target : mergeOutline(base, target, current).merged), pages };
}
