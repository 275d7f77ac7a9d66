import { expect, test } from "vitest";
import { noteOwnChange } from "#platform/own-changes.ts";
import { LargeNumbers } from "./large-numbers.ts";

test("large numbers are kept for half a minute, by portal and row; small ones never", () => {
  const members = new LargeNumbers<number>((count) => count >= 2_000);
  members.keep(1, 11, 5_000, 0);
  members.keep(1, 12, 1_999, 0);
  members.keep(11, 1, 7_000, 10_000);
  expect([...members.known({ portalId: 1, userId: 1 }, 29_999)]).toEqual([[11, 5_000]]);
  expect([...members.known({ portalId: 11, userId: 1 }, 29_999)]).toEqual([[1, 7_000]]);
  expect([...members.known({ portalId: 1, userId: 1 }, 30_000)]).toEqual([]);
  expect([...members.known({ portalId: 11, userId: 1 }, 39_999)]).toEqual([[1, 7_000]]);
});

test("there are never more of them than a process has room for", () => {
  const members = new LargeNumbers<number>(() => true);
  for (let id = 0; id < 2_500; id++) members.keep(1, id, id, 0);
  const known = members.known({ portalId: 1, userId: 1 }, 1);
  expect([known.size, known.has(499), known.has(500)]).toEqual([2_000, false, true]);
});

test("whoever has just changed something gets everything counted; others do not", () => {
  const members = new LargeNumbers<number>(() => true);
  members.keep(1, 11, 5_000, 0);
  noteOwnChange(7, 1_000);
  const of = (userId: number, now: number) => members.known({ portalId: 1, userId }, now).size;
  expect([of(7, 1_001), of(8, 1_001)]).toEqual([0, 1]);
  members.keep(1, 11, 5_000, 20_000);
  expect([of(7, 30_999), of(7, 31_000)]).toEqual([0, 1]);
});
