import { RadioGroup } from "#ui/radio-group.tsx";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";
import { OptionTexts } from "../web/option-texts.tsx";
import type { ShownSingle, SingleAnswer } from "./single.ts";

/** Radio buttons for one of several options. */
function Input({ question, answer, onChange, error }: QuestionInputProps<ShownSingle, SingleAnswer>) {
  return (
    <RadioGroup
      label={question.stem}
      options={question.options.map(({ id, text }) => ({ id, label: text }))}
      value={answer?.option ?? null}
      onChange={(option) => onChange({ kind: "single", option })}
      {...(error !== undefined && { error })}
    />
  );
}

const Words = ({ question, answer }: { question: ShownSingle; answer: SingleAnswer }) => (
  <OptionTexts texts={question.options.filter(({ id }) => id === answer.option)} />
);

export const view = { Input, Words } satisfies QuestionView<ShownSingle, SingleAnswer>;
