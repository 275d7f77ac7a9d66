import { expect, test } from "vitest";
import { moved } from "./moved.ts";
import { ordering } from "./ordering.ts";

const question = ordering.sample("x");

test("only an order of every item once is an answer", () => {
  const known = (order: string[]) => ordering.known(question, { kind: "ordering", order }) !== null;
  expect([known(["c", "b", "a"]), known(["a", "b"]), known(["a", "b", "b"]), known(["a", "b", "x"])]).toEqual([true, false, false, false]);
});

test("an order is right as a whole", () => {
  const right = (order: string[]) => ordering.isRight(question, { kind: "ordering", order });
  expect([right(["a", "b", "c"]), right(["a", "c", "b"])]).toEqual([true, false]);
});

test("moving by a step, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], "c", -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], "a", 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
});
