import { useLingui } from "@lingui/react/macro";
import type { LearnerPage } from "#features/courses/content.ts";

/**
 * Says in words when a page counts as done, a sentence a part (EDT-14): what stands before and after the sentences of its blocks, which their kinds
 * say themselves (features/blocks). hasAsked: whether there are such.
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
      before.push(t`Completes after ${stay} on this page.`);
    }
    if (before.length === 0 && !hasAsked) return { before: [t`Completes when you reach the end.`], after: [] };
    return { before, after: rule.viewed ? [t`Reach the end of the page as well.`] : [] };
  };
}
