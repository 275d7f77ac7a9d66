import { useLingui } from "@lingui/react/macro";
import { TextField } from "#ui/text-field.tsx";
import type { Question } from "../kinds.ts";
import type { QuestionEditor, QuestionFormProps } from "../question-editor.ts";
import { NumberField } from "../web/number-field.tsx";

type Numeric = Extract<Question, { kind: "numeric" }>;

/** The right number, how far an answer may be from it, and the unit. */
function Form({ question, onChange }: QuestionFormProps<Numeric>) {
  const { t } = useLingui();
  return (
    <>
      <NumberField label={t`Right answer`} value={question.correct} onChange={(correct) => onChange({ ...question, correct })} />
      <NumberField
        label={t`Tolerance`}
        description={t`An answer is right when it is at most this far away, above or below.`}
        value={question.tolerance}
        min={0}
        onChange={(tolerance) => onChange({ ...question, tolerance })}
      />
      <TextField
        label={t`Unit`}
        isOptional
        description={t`Shown beside the answer, such as m or kg.`}
        value={question.unit ?? ""}
        onChange={(next) => {
          const { unit: _, ...others } = question;
          onChange(next === "" ? others : { ...others, unit: next });
        }}
      />
    </>
  );
}

export const editor = {
  create: (id) => ({ id, kind: "numeric", stem: "", points: 1, feedback: "", correct: 0, tolerance: 0 }),
  Form,
} satisfies QuestionEditor<Numeric>;
