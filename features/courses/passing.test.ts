import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CompletionRule } from "./content.ts";
import { hasStrayPassing, passingOf, withoutPassing, withPassing } from "./passing.ts";

// From which score a course counts as passed (EDT-14, issue 13).

const pages: CompletionRule = { kind: "pages", percent: 100 };
const passing: CompletionRule = { kind: "passing", percent: 70 };
const minutes: CompletionRule = { kind: "minutes", minutes: 5 };
const all = (...rules: CompletionRule[]): CompletionRule => ({ kind: "all", rules });
const any = (...rules: CompletionRule[]): CompletionRule => ({ kind: "any", rules });

test.each<[string, CompletionRule, number | null, boolean]>([
  ["a single condition", pages, null, false],
  ["beside a condition", all(pages, passing), 70, false],
  ["beside a choice", all(any(pages, minutes), passing), 70, false],
  ["alone", passing, null, true],
  ["alone in a list", all(passing), 70, true],
  ["twice", all(pages, passing, passing), 70, true],
  ["in a choice, which it would always fulfil", any(pages, passing), null, true],
  ["in a list inside", all(pages, all(minutes, passing)), null, true],
])("%s", (_, rule, percent, isStray) => {
  expect([passingOf(rule), hasStrayPassing(rule)]).toEqual([percent, isStray]);
});

test("whatever completion asks for: a score for passing is set, changed and taken away without touching it", () => {
  const { rule } = fc.letrec<{ rule: CompletionRule }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(pages, minutes),
      fc.record({ kind: fc.constantFrom("all" as const, "any" as const), rules: fc.array(tie("rule"), { minLength: 2, maxLength: 3 }) }),
    ),
  }));
  fc.assert(
    fc.property(rule, fc.integer({ min: 1, max: 100 }), (asked, percent) => {
      const set = withPassing(withPassing(asked, 50), percent);
      expect([passingOf(set), hasStrayPassing(set)]).toEqual([percent, false]);
      expect([withoutPassing(set), withPassing(set, null)]).toEqual([asked, asked]);
    }),
  );
});
