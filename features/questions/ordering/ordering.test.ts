import { expect, test } from "vitest";
import { moved } from "./moved.ts";
import { Ordering, ordering } from "./ordering.ts";

const question = ordering.sample("x");

test("only an order of every item once is an answer", () => {
  const known = (order: string[]) => ordering.known(question, { kind: "ordering", order }) !== null;
  expect([known(["c", "b", "a"]), known(["a", "b"]), known(["a", "b", "b"]), known(["a", "b", "x"])]).toEqual([true, false, false, false]);
});

test("an order is right as a whole", () => {
  const right = (order: string[]) => ordering.isRight(question, { kind: "ordering", order });
  expect([right(["a", "b", "c"]), right(["a", "c", "b"])]).toEqual([true, false]);
});

test("the right order is never the one that people see first, however it is stored", () => {
  const stored = { ...question, items: ["a", "b", "c"].map((id) => ({ id, text: id })) };
  expect(ordering.shown(stored).items.map(({ id }) => id)).not.toEqual(["a", "b", "c"]);
  expect(
    ordering
      .shown(stored)
      .items.map(({ id }) => id)
      .toSorted(),
  ).toEqual(["a", "b", "c"]);
  expect(ordering.shown(question).items).toEqual(question.items);
});

test.each([
  ["nothing", []],
  ["a part", ["a", "b"]],
  ["one twice", ["a", "b", "b"]],
  ["another thing", ["a", "b", "x"]],
  ["one more", ["a", "b", "c", "c"]],
])("a key of %s is no order of the items", (_, correct) => {
  expect(Ordering.safeParse({ ...question, correct }).success).toBe(false);
});

test("items with the same id are no items to put in order", () => {
  const item = { id: "a", text: "x" };
  expect(Ordering.safeParse({ ...question, items: [item, item], correct: ["a", "a"] }).success).toBe(false);
});

test("moving by a step, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], "c", -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], "a", 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
});
