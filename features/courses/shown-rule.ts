import * as z from "zod/mini";
import { isScored } from "#features/blocks/block.ts";
import { CompletionRule, pagesOf, type Content } from "./content.ts";

/** A course's completion rule with the data needed to describe it; the browser writes the sentences (web/course-rule-words.tsx). */
export const ShownRule = z.object({
  rule: CompletionRule,
  /** Titles of the quizzes that the rule may name, by block id. */
  quizzes: z.record(z.string(), z.string()),
  /** Titles of the pages that the rule names, by page id. */
  pages: z.optional(z.record(z.string(), z.string())),
  /** Whether the course has more than one lesson. */
  hasParts: z.boolean(),
});
export type ShownRule = z.infer<typeof ShownRule>;

/** The rule of a version as its learners see it. */
export const shownRule = (rule: CompletionRule, content: Content): ShownRule => {
  const pages = pagesOf(content);
  const quizzes = pages.flatMap(({ page }) => page.blocks).flatMap((block) => (isScored(block) ? [[block.id, block.title] as const] : []));
  return {
    rule,
    quizzes: Object.fromEntries(quizzes),
    ...pagesNamed(
      rule,
      pages.map(({ page }) => page),
    ),
    hasParts: pages.length > 1,
  };
};

/** The titles of those pages that a rule names, where it names any. */
export function pagesNamed(
  rule: CompletionRule,
  pages: readonly { readonly id: string; readonly title: string }[],
): Pick<ShownRule, "pages"> {
  const named = new Set(pageIdsIn(rule));
  if (named.size === 0) return {};
  return { pages: Object.fromEntries(pages.flatMap(({ id, title }) => (named.has(id) ? [[id, title] as const] : []))) };
}
const pageIdsIn = (rule: CompletionRule): string[] =>
  rule.kind === "page" ? [rule.pageId] : "rules" in rule ? rule.rules.flatMap(pageIdsIn) : [];
