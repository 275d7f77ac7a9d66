import { expect, test } from "vitest";
import { numeric } from "./numeric.ts";
import { readNumber } from "./read-number.ts";

test.each([
  ["2.5", 2.5],
  ["2,5", 2.5],
  [" 1 234,5 ", 1234.5],
  ["1.234,5", 1234.5],
  ["1,234.5", 1234.5],
  ["1.234.567", 1_234_567],
  ["-3", -3],
  ["\u22123,25", -3.25],
  [",5", 0.5],
  ["7.", 7],
  ["", null],
  ["2,5 m", null],
  ["two", null],
  ["1e3", null],
  ["--1", null],
  [".", null],
])("%j is %j", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test("a number within the tolerance is right, its edge included, and nothing beyond", () => {
  const question = { ...numeric.sample("x"), correct: 0.3, tolerance: 0.1 };
  const right = (value: number) => numeric.isRight(question, { kind: "numeric", value });
  expect([0.2, 0.1 + 0.2, 0.4, 0.41, 0.19].map(right)).toEqual([true, true, true, false, false]);
});
