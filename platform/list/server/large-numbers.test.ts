import { expect, test } from "vitest";
import { LargeNumbers } from "./large-numbers.ts";

test("large numbers are kept for half a minute, by portal and row; small ones never", () => {
  const members = new LargeNumbers<number>((count) => count >= 2_000);
  members.keep(1, 11, 5_000, 0);
  members.keep(1, 12, 1_999, 0);
  members.keep(11, 1, 7_000, 10_000);
  expect([...members.known(1, 29_999)]).toEqual([[11, 5_000]]);
  expect([...members.known(11, 29_999)]).toEqual([[1, 7_000]]);
  expect([...members.known(1, 30_000)]).toEqual([]);
  expect([...members.known(11, 39_999)]).toEqual([[1, 7_000]]);
});

test("there are never more of them than a process has room for", () => {
  const members = new LargeNumbers<number>(() => true);
  for (let id = 0; id < 2_500; id++) members.keep(1, id, id, 0);
  const known = members.known(1, 1);
  expect([known.size, known.has(499), known.has(500)]).toEqual([2_000, false, true]);
});
