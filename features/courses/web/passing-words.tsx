import { useLingui } from "@lingui/react/macro";
import type { CompletionRule } from "../content.ts";
import { passingOf } from "../passing.ts";

/** From which average score a course with this rule is passed; nothing where none is named. */
export function PassingWords({ rule }: { rule: CompletionRule }) {
  const { t, i18n } = useLingui();
  const passing = passingOf(rule);
  if (passing === null) return null;
  const percent = i18n.number(passing / 100, { style: "percent" });
  return <p className="muted small">{t`The course is passed with ${percent} or more on average.`}</p>;
}
