import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CompletionRule } from "#features/courses/content.ts";
import { requiredIn, requiresAll, withRequired } from "./required.ts";

// Pages that a course cannot be completed without (EDT-1, EDT-14).

const pages = (percent: number): CompletionRule => ({ kind: "pages", percent });
const page = (pageId: string): CompletionRule => ({ kind: "page", pageId });
const all = (...rules: CompletionRule[]): CompletionRule => ({ kind: "all", rules });
const any = (...rules: CompletionRule[]): CompletionRule => ({ kind: "any", rules });

test.each<[string, CompletionRule, string[], boolean, CompletionRule]>([
  ["the first one joins what was asked before", pages(80), ["a"], true, all(pages(80), page("a"))],
  ["others join the list", all(pages(80), page("a")), ["a", "b"], true, all(pages(80), page("a"), page("b"))],
  ["a choice stays a choice", any(pages(50), page("b")), ["a"], true, all(any(pages(50), page("b")), page("a"))],
  ["who was required already changes nothing", all(pages(80), page("a")), ["a"], true, all(pages(80), page("a"))],
  ["the last one goes with its list", all(pages(80), page("a")), ["a"], false, pages(80)],
  ["in a list inside a list too", all(all(page("a"), pages(50)), page("b")), ["a"], false, all(pages(50), page("b"))],
  ["where nothing is left, every page is asked for", all(page("a"), page("b")), ["a", "b"], false, pages(100)],
  ["of a choice nothing is taken", any(page("a"), page("b")), ["a"], false, any(page("a"), page("b"))],
])("%s", (_, rule, ids, isRequired, after) => {
  expect(withRequired(rule, new Set(ids), isRequired)).toEqual(after);
});

test("a rule that asks for every page requires each; one for most of them requires none by itself", () => {
  expect([pages(100), all(pages(100), page("a")), pages(99), any(pages(100), page("a"))].map(requiresAll)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("whatever the rule: required pages are required, others no longer, and nobody else's standing changes", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const { rule } = fc.letrec<{ rule: CompletionRule }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(pages(50), pages(100)),
      id.map(page),
      fc.record({ kind: fc.constantFrom("all" as const, "any" as const), rules: fc.array(tie("rule"), { minLength: 1, maxLength: 3 }) }),
    ),
  }));
  fc.assert(
    fc.property(rule, fc.uniqueArray(id, { minLength: 1 }), fc.boolean(), (before, ids, isRequired) => {
      const after = withRequired(before, new Set(ids), isRequired);
      const others = (of: CompletionRule) => [...requiredIn(of)].filter((one) => !ids.some((named) => named === one)).toSorted();
      expect(ids.filter((one) => requiredIn(after).has(one))).toEqual(isRequired ? ids : []);
      expect(others(after)).toEqual(others(before));
    }),
  );
});
