import type { ManifestItem } from "../manifest.ts";

/** The parts that a learner can open, in the package's order, without those that the package hides from its outline. */
export const partsOf = (items: readonly ManifestItem[]): ManifestItem[] =>
  items.flatMap((item) => [...(item.scoKey !== null && item.isVisible ? [item] : []), ...partsOf(item.children)]);
