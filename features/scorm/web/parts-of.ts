import type { ManifestItem } from "../manifest.ts";

/** The parts that a learner can open, in the package's order, without those that the package hides from its outline. */
export const partsOf = (items: readonly ManifestItem[]): ManifestItem[] =>
  items.flatMap((item) => [...(item.scoKey !== null && item.isVisible ? [item] : []), ...partsOf(item.children)]);

/** The parts among these whose pages are done; parts that the outline hides are done too and are not counted. */
export const completeIn = (parts: readonly ManifestItem[], donePages: readonly string[]): ManifestItem[] =>
  parts.filter(({ scoKey }) => donePages.includes(scoKey ?? ""));
