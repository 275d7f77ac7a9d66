import { expect, test } from "vitest";
import { numeric } from "./numeric.ts";
import { inThousands, readNumber } from "#platform/read-number.ts";

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
  ["2..5", null],
  ["1,2,3", null],
  ["1.23,45.6", null],
  ["1,2345.6", null],
  ["12,34,567.8", 1_234_567.8],
  ["1'234.5", 1234.5],
  ["9".repeat(400), null],
  ["Infinity", null],
  ["0x10", null],
])("%j is %j", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

// By the language: its own sign for thousands before three digits may be meant as one, the other sign may not.
test.each([
  ["1,000", "en", 1000],
  ["1,000", "de", null],
  ["1.000", "de", 1000],
  ["1.000", "en", null],
  ["-12,345", "en-GB", -12_345],
  [" 999.125 ", "de-AT", null],
  ["0,125", "en", null],
  ["1,00", "en", null],
  ["1,0000", "en", null],
  ["1,234.5", "en", null],
  ["1,234,567", "en", null],
  ["1000", "en", null],
])("%j in %s is %j too", (text, locale, number) => {
  expect(inThousands(text, locale)).toBe(number);
});

test("a number within the tolerance is right, its edge included, and nothing beyond", () => {
  const question = { ...numeric.sample("x"), correct: 0.3, tolerance: 0.1 };
  const right = (value: number) => numeric.isRight(question, { kind: "numeric", value });
  expect([0.2, 0.1 + 0.2, 0.4, 0.41, 0.19].map(right)).toEqual([true, true, true, false, false]);
});

test.each([
  // Adjacent large whole numbers differ; a small number is not zero.
  [8_000_000_000, 0, 8_000_000_001, false],
  [8_000_000_000, 0, 8_000_000_000, true],
  [1e-12, 0, 0, false],
  [0, 0, -0, true],
  [0, 0, 1e-10, false],
  [-2.5, 0.1, -2.6, true],
  [1.1, 0, 1.1 + Number.EPSILON, true],
  [123_456.7, 0.1, 123_456.8, true],
  [123_456.7, 0.1, 123_456.81, false],
  [1, 0, Number.MAX_VALUE, false],
  [-Number.MAX_VALUE, 1, Number.MAX_VALUE, false],
] as const)("%d with a tolerance of %d, answered by %d: %j", (correct, tolerance, value, isRight) => {
  expect(numeric.isRight({ ...numeric.sample("x"), correct, tolerance }, { kind: "numeric", value })).toBe(isRight);
});
