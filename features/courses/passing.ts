import type { CompletionRule } from "./content.ts";

// From which score a course counts as passed. It stands beside the conditions of completion, and asks nothing for that.

/** The average score, in percent, from which a course with this rule counts as passed; null where everything with a result has to be passed. */
export const passingOf = (rule: CompletionRule): number | null => {
  const found = rule.kind === "all" ? rule.rules.find((one) => one.kind === "passing") : undefined;
  return found?.kind === "passing" ? found.percent : null;
};

/** A rule without its score for passing: what completion asks for. */
export function withoutPassing(rule: CompletionRule): CompletionRule {
  if (passingOf(rule) === null || rule.kind !== "all") return rule;
  const rules = rule.rules.filter(({ kind }) => kind !== "passing");
  const [only] = rules;
  return only && rules.length === 1 ? only : { ...rule, rules };
}

/** A rule with a score for passing in the place of the one it has; null: with none. */
export function withPassing(rule: CompletionRule, percent: number | null): CompletionRule {
  const asked = withoutPassing(rule);
  return percent === null
    ? asked
    : { kind: "all", rules: [...(asked.kind === "all" ? asked.rules : [asked]), { kind: "passing", percent }] };
}

/** Whether a score for passing stands in a place where it says nothing: anywhere but once in the outermost list. */
export function hasStrayPassing(rule: CompletionRule): boolean {
  const inside = (one: CompletionRule): boolean => one.kind === "passing" || ("rules" in one && one.rules.some(inside));
  if (rule.kind !== "all") return inside(rule);
  const [first, ...others] = rule.rules.filter(({ kind }) => kind === "passing");
  // Alone it would be a list without conditions.
  return others.length > 0 || rule.rules.some((one) => one !== first && inside(one)) || (first !== undefined && rule.rules.length === 1);
}
