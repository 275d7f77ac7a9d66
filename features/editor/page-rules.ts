import type { blockRules } from "#features/blocks/kinds.ts";
import type { Page, PageRule } from "#features/courses/content.ts";

/** The kind of block that each condition of a page is about. */
export const about = {
  videoPercent: "video",
  audioPercent: "audio",
  quiz: "quiz",
  attested: "attestation",
  signedOff: "signOff",
  scorm: "scorm",
} as const satisfies Record<keyof typeof blockRules, Page["blocks"][number]["kind"]>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What the rules of several pages have in common: the conditions that all of them have alike. */
export function commonRule(rules: readonly PageRule[]): PageRule {
  const alike = Object.entries(rules[0] ?? {}).filter(([name, value]) =>
    rules.every((rule) => isSame(rule[name as keyof PageRule], value)),
  );
  return { viewed: false, ...Object.fromEntries(alike) };
}

const sorted = (rule: PageRule) => Object.entries(rule).toSorted(([one], [other]) => (one < other ? -1 : 1));
/** Whether some rules have more than the one that all of them have in common. */
export function isMixed(rules: readonly PageRule[]): boolean {
  const common = sorted(commonRule(rules));
  return rules.some((rule) => !isSame(sorted(rule), common));
}

/**
 * The rule of a page after somebody changed the common rule of several (EDT-1): what they set is set and what they took away goes, its other conditions stay. A condition
 * about a kind of block is given to no page without one.
 */
export function ruleAfter({ rule, blocks }: Pick<Page, "rule" | "blocks">, before: PageRule, after: PageRule): PageRule {
  const changed = { ...rule } as Record<string, unknown>;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof PageRule>) {
    if (isSame(before[name], after[name])) continue;
    const kind = (about as Partial<Record<string, string>>)[name];
    if (after[name] === undefined) delete changed[name];
    else if (kind === undefined || rule[name] !== undefined || blocks.some((block) => block.kind === kind)) changed[name] = after[name];
  }
  return changed as PageRule;
}
