import { useLingui } from "@lingui/react/macro";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { Checkbox } from "#ui/checkbox.tsx";

interface PassingFieldProps {
  /** The average score for passing; null where each quiz and SCORM object decides by itself. */
  readonly percent: number | null;
  readonly onChange: (percent: number | null) => void;
  /** The quizzes of the course, and from how many percent each is passed. */
  readonly quizzes: readonly { readonly id: string; readonly title: string; readonly passPercent: number }[];
}

/** From which score the course counts as passed, for all its quizzes and SCORM objects together. */
export function PassingField({ percent, onChange, quizzes }: PassingFieldProps) {
  const { t, i18n } = useLingui();
  const low = quizzes
    .filter(({ passPercent }) => passPercent < (percent ?? 0))
    .map(({ title }) => (title.trim() === "" ? t`a quiz without a title` : t`“${title}”`));
  const named = new Intl.ListFormat(i18n.locale).format(low);
  return (
    <div className="stack-s">
      <Checkbox
        value={percent !== null}
        onChange={(isOn) => onChange(isOn ? 80 : null)}
        description={t`Otherwise each quiz and SCORM object has to be passed by itself.`}
      >
        {t`Passed by the average score`}
      </Checkbox>
      {percent !== null && (
        <NumberField
          label={t`Average score for passing, in percent`}
          description={t`Of each quiz that was handed in the best result counts, and of SCORM objects the score that they report.`}
          min={1}
          max={100}
          value={percent}
          onChange={onChange}
        />
      )}
      {low.length > 0 && (
        <p className="small">{t`A quiz that is passed is not handed in again. With a lower pass mark than this, learners may not reach the average: ${named}.`}</p>
      )}
    </div>
  );
}
