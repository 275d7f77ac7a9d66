import { expect, test } from "vitest";
import { judged, keptVerdicts, ownExpressions } from "./expressions.ts";

// A text that makes an expression take quadratic time or worse stops the server for everybody.

const own = ownExpressions();
const { safe, bounded } = keptVerdicts();

test(
  "no regular expression of our own takes more than linear time on a text without a bound (security.md row 91)",
  { timeout: 300_000 },
  () => {
    expect(own.size).toBeGreaterThan(400);
    const known = new Set([...safe, ...Object.keys(bounded)]);
    const found = [...own].flatMap(([expression, files]) => {
      if (known.has(expression)) return [];
      const verdict = judged(expression);
      return verdict === "safe" ? [] : [`${verdict}: ${expression} in ${files.join(", ")}`];
    });
    expect(found).toEqual([]);
  },
);

test("what is kept of expressions is of those that there are", () => {
  expect([...safe, ...Object.keys(bounded)].filter((expression) => !own.has(expression))).toEqual([]);
});

test("the analysis tells linear from quadratic and exponential time", () => {
  expect(["/^a+$/", "/a+$/", "/^(a|a)*$/"].map(judged)).toEqual(["safe", "2nd degree polynomial", "exponential"]);
});
