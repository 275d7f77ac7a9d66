import { expect, test } from "vitest";
import { durationSeconds } from "./durations.ts";

test.for([
  ["0001:02:03.5", 3723.5],
  ["00:00:01", 1],
  ["9999:59:59", 366 * 86_400],
  ["PT1H5M", 3900],
  ["P1DT2S", 86_402],
  ["PT0.55S", 0.55],
  ["P", null],
  ["PT", null],
  ["1:00", null],
  ["-PT5S", null],
  ["", null],
] as const)("a duration, %s", ([text, seconds]) => expect(durationSeconds(text)).toBe(seconds));
