/** A watched range of a video, from and to in seconds. */
export type Range = readonly [from: number, to: number];

/** Gaps up to this many seconds are closed, because players report in steps. The result does not depend on the order of ranges. */
const gapSeconds = 1;

/** The union of watched ranges (VIEW-4), sorted, without overlaps, and cut to the video's length where it is known. */
export function unionRanges(ranges: readonly Range[], videoSeconds = Infinity): [number, number][] {
  const sorted = ranges
    .map(([from, to]): [number, number] => [cents(Math.max(0, from)), cents(Math.min(to, videoSeconds))])
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const union: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = union.at(-1);
    if (last && from <= last[1] + gapSeconds) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** Adds one watched range to a union. */
export const addRange = (union: readonly Range[], range: Range, videoSeconds = Infinity) => unionRanges([...union, range], videoSeconds);

/** Total seconds in a union. */
export const watchedSeconds = (union: readonly Range[]) => union.reduce((sum, [from, to]) => sum + to - from, 0);

const cents = (seconds: number) => Math.round(seconds * 100) / 100;
