import { useLingui } from "@lingui/react/macro";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";
import type { ShownTrueFalse, TrueFalseAnswer } from "./true-false.ts";

/** Radio buttons for true and false, in the learner's language. */
function Input({ question, answer, onChange, error }: QuestionInputProps<ShownTrueFalse, TrueFalseAnswer>) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={question.stem}
      options={[
        { id: "true", label: t`True` },
        { id: "false", label: t`False` },
      ]}
      value={answer ? (answer.value ? "true" : "false") : null}
      onChange={(id) => onChange({ kind: "trueFalse", value: id === "true" })}
      {...(error !== undefined && { error })}
    />
  );
}

function Words({ answer }: { answer: TrueFalseAnswer }) {
  const { t } = useLingui();
  return answer.value ? t`True` : t`False`;
}

export const view = { Input, Words } satisfies QuestionView<ShownTrueFalse, TrueFalseAnswer>;
