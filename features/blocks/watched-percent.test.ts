import { expect, test } from "vitest";
import { watchedPercent } from "./watched-percent.ts";

test("jumping to the end is not watching: only what was seen counts", () => {
  expect(
    watchedPercent(
      [
        [0, 6],
        [594, 600],
      ],
      600,
    ),
  ).toBe(2);
});

test("watching the same seconds twice counts once", () => {
  expect(
    watchedPercent(
      [
        [0, 30],
        [0, 30],
        [15, 45],
      ],
      60,
    ),
  ).toBe(75);
});

test("the percentage never exceeds 100, and a video of unknown length is 0", () => {
  expect(watchedPercent([[0, 62]], 60)).toBe(100);
  expect(watchedPercent([[0, 62]], 0)).toBe(0);
});
