import * as z from "zod/mini";
import { isScored } from "#features/blocks/block.ts";
import { CompletionRule, pagesOf, type Content } from "./content.ts";

/** A course's completion rule with the data needed to describe it; the browser writes the sentences (web/course-rule-words.tsx). */
export const ShownRule = z.object({
  rule: CompletionRule,
  /** Titles of the quizzes that the rule may name, by block id. */
  quizzes: z.record(z.string(), z.string()),
  /** Whether the course has more than one lesson. */
  hasParts: z.boolean(),
});
export type ShownRule = z.infer<typeof ShownRule>;

/** The rule of a version as its learners see it. */
export const shownRule = (rule: CompletionRule, content: Content): ShownRule => {
  const pages = pagesOf(content);
  const quizzes = pages.flatMap(({ page }) => page.blocks).flatMap((block) => (isScored(block) ? [[block.id, block.title] as const] : []));
  return { rule, quizzes: Object.fromEntries(quizzes), hasParts: pages.length > 1 };
};
