import { useLingui } from "@lingui/react/macro";
import type { LearnerPage } from "#features/courses/content.ts";
import { usePercent } from "#ui/use-percent.ts";

/** Says in words when a page counts as done, a sentence a part (EDT-14). */
export function useRuleWords(): (page: LearnerPage) => string[] {
  const { t, i18n } = useLingui();
  const percent = usePercent();
  return ({ rule }) => {
    const words: string[] = [];
    if (rule.videoPercent !== undefined) {
      const share = percent(rule.videoPercent);
      words.push(t`Completes when you watch ${share} of the video.`);
    }
    if (rule.quiz === "passed") words.push(t`Completes when you pass the quiz.`);
    if (rule.quiz === "submitted") words.push(t`Completes when you hand in the quiz.`);
    if (rule.minSeconds !== undefined) {
      const isShort = rule.minSeconds < 60;
      const unit = isShort ? "second" : "minute";
      const stay = i18n.number(isShort ? rule.minSeconds : rule.minSeconds / 60, {
        style: "unit",
        unit,
        unitDisplay: "long",
        maximumFractionDigits: 1,
      });
      words.push(t`Completes after ${stay} on this page.`);
    }
    if (rule.scorm) words.push(t`Completes when the package reports it.`);
    if (words.length === 0) return [t`Completes when you reach the end.`];
    if (rule.viewed) words.push(t`Reach the end of the page as well.`);
    return words;
  };
}
