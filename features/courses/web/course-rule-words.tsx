import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ShownRule } from "../shown-rule.ts";

/** When a course counts as complete, as a list with one sentence for each condition; all of them must hold (EDT-14). */
export function CourseRuleWords({ className, completion }: { className?: string; completion: ShownRule }) {
  const sentences = useRuleSentences();
  return (
    <ul className={className}>
      {sentences(completion).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function useRuleSentences() {
  const { t, i18n } = useLingui();
  const share = (percent: number) => i18n.number(percent / 100, { style: "percent" });
  const studyFor = (minutes: number) => t`Study for at least ${plural(minutes, { one: "# minute", other: "# minutes" })}.`;

  return function sentencesOf({ rule, hasParts, ...names }: ShownRule): string[] {
    const inner = (one: ShownRule["rule"]) => sentencesOf({ rule: one, hasParts, ...names });
    const numbered = (rules: ShownRule["rule"][]) => rules.map((one, index) => `(${index + 1}) ${inner(one).join(" ")}`).join(" ");
    switch (rule.kind) {
      case "pages": {
        const percent = share(rule.percent);
        return [rule.percent >= 100 ? t`Complete every lesson.` : t`Complete at least ${percent} of the lessons.`];
      }
      case "page": {
        const page = names.pages?.[rule.pageId];
        return [page ? t`Complete “${page}”.` : t`Complete a certain lesson.`];
      }
      case "score": {
        const [percent, quiz] = [share(rule.percent), names.quizzes[rule.blockId]];
        return [quiz === undefined ? t`Reach at least ${percent} in the quiz.` : t`Reach at least ${percent} in “${quiz}”.`];
      }
      case "minutes":
        return [studyFor(rule.minutes)];
      case "passing":
        // passing-words.tsx: the frame of every learner's screen has this file.
        return [];
      case "scorm":
        return [packageSentence(rule.policy, hasParts)];
      case "all":
        return rule.rules.flatMap(inner);
      case "any": {
        const choices = numbered(rule.rules);
        return rule.rules.length === 1 ? rule.rules.flatMap(inner) : [t`One of these is enough: ${choices}`];
      }
      case "atLeast": {
        const { count } = rule;
        const choices = numbered(rule.rules);
        return [t`At least ${count} of these: ${choices}`];
      }
    }
  };

  function packageSentence(
    { complete, minutes = 1, pass, passPercent = 0 }: Extract<ShownRule["rule"], { kind: "scorm" }>["policy"],
    hasParts: boolean,
  ) {
    const percent = share(passPercent);
    switch (complete) {
      case "reported":
        return hasParts ? t`Complete every part.` : t`Complete the course.`;
      case "passed":
        if (pass === "score")
          return hasParts ? t`Complete every part and pass with at least ${percent}.` : t`Pass with at least ${percent}.`;
        return hasParts ? t`Complete every part and pass.` : t`Pass the course.`;
      case "launched":
        return hasParts ? t`Open every part.` : t`Open the course.`;
      case "minutes":
        return studyFor(minutes);
    }
  }
}
