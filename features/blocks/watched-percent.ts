import type { Range } from "./ranges.ts";
import { unionRanges, watchedSeconds } from "./ranges.ts";

/** The watched share of a video of `seconds` length, in whole percent, never above 100 (VIEW-4: what was seen, not the furthest position). */
export function watchedPercent(ranges: readonly Range[], seconds: number): number {
  if (seconds <= 0) return 0;
  return Math.min(100, Math.floor((watchedSeconds(unionRanges(ranges, seconds)) / seconds) * 100));
}
