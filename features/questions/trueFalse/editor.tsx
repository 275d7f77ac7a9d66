import { useLingui } from "@lingui/react/macro";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Question } from "../kinds.ts";
import type { QuestionEditor, QuestionFormProps } from "../question-editor.ts";

type TrueFalse = Extract<Question, { kind: "trueFalse" }>;

/** Whether the statement is true. */
function Form({ question, onChange }: QuestionFormProps<TrueFalse>) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={t`The statement is`}
      options={[
        { id: "true", label: t`True` },
        { id: "false", label: t`False` },
      ]}
      value={question.correct ? "true" : "false"}
      onChange={(id) => onChange({ ...question, correct: id === "true" })}
    />
  );
}

export const editor = {
  create: (id) => ({ id, kind: "trueFalse", stem: "", points: 1, feedback: "", correct: true }),
  Form,
} satisfies QuestionEditor<TrueFalse>;
