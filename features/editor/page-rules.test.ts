import { expect, test } from "vitest";
import type { Page, PageRule } from "#features/courses/content.ts";
import { commonRule, isMixed, ruleAfter } from "./page-rules.ts";

const page = (rule: PageRule, ...kinds: string[]) =>
  ({ rule, blocks: kinds.map((kind, nth) => ({ id: `b${nth}`, kind })) }) as unknown as Pick<Page, "rule" | "blocks">;

test.each<[string, PageRule[], PageRule]>([
  ["of one is its own", [{ viewed: true, quiz: "passed" }], { viewed: true, quiz: "passed" }],
  ["leaves out what one lacks", [{ viewed: true, quiz: "passed" }, { viewed: true }], { viewed: true }],
  [
    "leaves out what differs",
    [
      { viewed: true, minSeconds: 60 },
      { viewed: true, minSeconds: 90 },
    ],
    { viewed: true },
  ],
  ["is not viewed where one is not", [{ viewed: true }, { viewed: false, minSeconds: 60 }], { viewed: false }],
  ["of none is none", [], { viewed: false }],
])("the common rule %s", (_, rules, expected) => {
  expect(commonRule(rules)).toEqual(expected);
  expect(isMixed(rules)).toBe(
    rules.some((rule) => Object.keys(rule).length > Object.keys(expected).length || rule.viewed !== expected.viewed),
  );
});

test.each<[string, Pick<Page, "rule" | "blocks">, PageRule, PageRule, PageRule]>([
  [
    "a lock keeps the quiz of a page",
    page({ viewed: true, quiz: "passed" }, "quiz"),
    { viewed: true },
    { viewed: true, locked: true },
    { viewed: true, quiz: "passed", locked: true },
  ],
  [
    "what is taken away goes, and nothing else",
    page({ viewed: true, locked: true, minSeconds: 60 }),
    { viewed: true, locked: true },
    { viewed: true },
    { viewed: true, minSeconds: 60 },
  ],
  [
    "what is set replaces what the page had",
    page({ viewed: true, minSeconds: 30 }),
    { viewed: true },
    { viewed: true, minSeconds: 90 },
    { viewed: true, minSeconds: 90 },
  ],
  [
    "a page without a quiz gets no condition about one",
    page({ viewed: true }, "text"),
    { viewed: true },
    { viewed: true, quiz: "passed" },
    { viewed: true },
  ],
  [
    "a page with a quiz does",
    page({ viewed: true }, "quiz"),
    { viewed: true },
    { viewed: true, quiz: "passed" },
    { viewed: true, quiz: "passed" },
  ],
  [
    "viewed is set and taken alike",
    page({ viewed: false, minSeconds: 60 }),
    { viewed: false },
    { viewed: true },
    { viewed: true, minSeconds: 60 },
  ],
])("%s (EDT-1)", (_, of, before, after, expected) => {
  expect(ruleAfter(of, before, after)).toEqual(expected);
});
