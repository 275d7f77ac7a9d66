import { useLingui } from "@lingui/react/macro";
import type { Lesson } from "./lessons.ts";

/**
 * Returns a function that describes when a lesson opens or, once it is open, is complete, one sentence for each condition (EDT-14): the sentences before and after those of its
 * blocks, which come from their kinds (features/blocks). hasAsked: whether there are sentences of blocks.
 */
export function useRuleWords(): (lesson: Lesson, hasAsked: boolean) => { before: string[]; after: string[] } {
  const { t, i18n } = useLingui();
  return ({ page: { rule }, state }, hasAsked) => {
    const before: string[] = [];
    if (state === "locked") return { before: [t`Opens when the lessons before it are complete.`], after: [] };
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
