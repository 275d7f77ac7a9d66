import { expect, test } from "vitest";
import { playedEnough } from "./played.ts";

const played = (...ranges: [number, number][]) => ({ ranges, position: 0 });

test.each([
  ["a second, and nothing of it", 1, 100, null, false],
  ["two seconds, and nothing of the half asked for", 2, 50, null, false],
  ["a length that is not known, and nothing", 0, 90, null, false],
  ["one percent of a minute, and nothing", 60, 1, played(), false],
  ["a second but for the end", 1, 100, played([0, 0.4]), true],
  ["a length that is not known, and something", 0, 90, played([0, 2]), true],
  ["all but the last second", 60, 100, played([0, 59]), true],
  ["all but two seconds", 60, 100, played([0, 58]), false],
] as const)("%s", (_, seconds, percent, report, isEnough) => {
  expect(playedEnough(seconds, percent, report)).toBe(isEnough);
});
