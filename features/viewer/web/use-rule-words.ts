import { useLingui } from "@lingui/react/macro";
import type { LearnerPage } from "#features/courses/content.ts";

/**
 * Returns a function that describes when a page is complete, one sentence for each condition (EDT-14): the sentences before and after those of its
 * blocks, which come from their kinds (features/blocks). hasAsked: whether there are sentences of blocks.
 */
export function useRuleWords(): (page: LearnerPage, hasAsked: boolean) => { before: string[]; after: string[] } {
  const { t, i18n } = useLingui();
  return ({ rule }, hasAsked) => {
    const before: string[] = [];
    if (rule.minSeconds !== undefined) {
      const isShort = rule.minSeconds < 60;
      const unit = isShort ? "second" : "minute";
      const stay = i18n.number(isShort ? rule.minSeconds : rule.minSeconds / 60, {
        style: "unit",
        unit,
        unitDisplay: "long",
        maximumFractionDigits: 1,
      });
      before.push(t`Completes after ${stay} in this lesson.`);
    }
    if (before.length === 0 && !hasAsked) return { before: [t`Completes when you reach the end.`], after: [] };
    return { before, after: rule.viewed ? [t`Reach the end of the lesson as well.`] : [] };
  };
}
