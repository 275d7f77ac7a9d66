import type { CompletionRule } from "#features/courses/content.ts";
import { passingOf, withoutPassing, withPassing } from "#features/courses/passing.ts";

// Pages that a course cannot be completed without (EDT-1), as its completion rule says them: conditions about a page among those that all must hold.

const isFor = (ids: ReadonlySet<string>) => (rule: CompletionRule) => rule.kind === "page" && ids.has(rule.pageId);

/** Whether a completion rule asks for every page, so that each of them is required. */
export const requiresAll = (rule: CompletionRule): boolean =>
  rule.kind === "pages" ? rule.percent >= 100 : rule.kind === "all" && rule.rules.some(requiresAll);

/** The pages that a completion rule asks for one by one. */
export function requiredIn(rule: CompletionRule): ReadonlySet<string> {
  if (rule.kind === "page") return new Set([rule.pageId]);
  return new Set(rule.kind === "all" ? rule.rules.flatMap((one) => [...requiredIn(one)]) : []);
}

/** How many conditions and lists a rule has. */
export const rulesIn = (rule: CompletionRule): number => ("rules" in rule ? 1 + rule.rules.reduce((sum, one) => sum + rulesIn(one), 0) : 1);

/** The completion rule with some pages required, or no longer. Its other conditions stay; where none is left it asks for every page. */
export function withRequired(rule: CompletionRule, ids: ReadonlySet<string>, isRequired: boolean): CompletionRule {
  const passing = passingOf(rule);
  if (passing !== null) return withPassing(withRequired(withoutPassing(rule), ids, isRequired), passing);
  if (isRequired) {
    const there = requiredIn(rule);
    const added = [...ids].filter((id) => !there.has(id)).map((pageId) => ({ kind: "page" as const, pageId }));
    if (added.length === 0) return rule;
    return { kind: "all", rules: [...(rule.kind === "all" ? rule.rules : [rule]), ...added] };
  }
  return lessened(rule, ids) ?? { kind: "pages", percent: 100 };
}

/** A rule without its conditions about some pages; null where nothing is left of it. */
function lessened(rule: CompletionRule, ids: ReadonlySet<string>): CompletionRule | null {
  if (isFor(ids)(rule)) return null;
  if (rule.kind !== "all") return rule;
  const rules = rule.rules.flatMap((one) => lessened(one, ids) ?? []);
  const [only] = rules;
  return rules.length === 0 ? null : only && rules.length === 1 ? only : { ...rule, rules };
}
