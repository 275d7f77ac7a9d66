import { useLingui } from "@lingui/react/macro";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";
import { OptionTexts } from "../web/option-texts.tsx";
import type { MultipleAnswer, ShownMultiple } from "./multiple.ts";

/** Checkboxes for any number of options. */
function Input({ question, answer, onChange, error }: QuestionInputProps<ShownMultiple, MultipleAnswer>) {
  const { t } = useLingui();
  return (
    <CheckboxGroup
      label={question.stem}
      description={t`Choose every answer that is right.`}
      options={question.options.map(({ id, text }) => ({ id, label: text }))}
      value={answer?.options ?? []}
      onChange={(options) => onChange(options.length > 0 ? { kind: "multiple", options } : null)}
      {...(error !== undefined && { error })}
    />
  );
}

const Words = ({ question, answer }: { question: ShownMultiple; answer: MultipleAnswer }) => (
  <OptionTexts texts={question.options.filter(({ id }) => answer.options.includes(id))} />
);

export const view = { Input, Words } satisfies QuestionView<ShownMultiple, MultipleAnswer>;
