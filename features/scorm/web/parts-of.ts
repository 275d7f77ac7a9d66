import type { ManifestItem } from "../manifest.ts";

/** The parts a learner can open, in the package's order; parts the package hides from its outline are not listed. */
export const partsOf = (items: readonly ManifestItem[]): ManifestItem[] =>
  items.flatMap((item) => [...(item.scoKey !== null && item.isVisible ? [item] : []), ...partsOf(item.children)]);
