import type * as z from "zod/mini";
import type { Place } from "./contract.ts";

/** The chapters of a course, with what is needed of their pages. */
interface Chapters {
  readonly chapters: readonly { readonly pages: readonly { readonly id: string; readonly title: string; readonly minutes: number }[] }[];
}

/**
 * The lesson to go on with: the page that the attempt was left on while that is not done, else the next one after it that is not, else the first that is
 * not, else the page it was left on, else the first; null without pages. minutesLeft counts what is not done.
 */
export function placeIn(
  outline: Chapters,
  { leftOn, done }: { leftOn: string | null; done: ReadonlySet<string> },
): z.infer<typeof Place> | null {
  const pages = outline.chapters.flatMap((chapter) => chapter.pages).map((page, nth) => ({ ...page, number: nth + 1 }));
  const left = pages.find(({ id }) => id === leftOn);
  const open = pages.filter(({ id }) => !done.has(id));
  const next = open.find(({ number }) => number >= (left?.number ?? 1)) ?? open[0] ?? left ?? pages[0];
  if (!next) return null;
  const minutesLeft = open.reduce((sum, { minutes }) => sum + minutes, 0);
  return { pageId: next.id, page: next.title, number: next.number, pages: pages.length, minutesLeft };
}
