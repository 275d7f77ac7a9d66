import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "#ui/checkbox.tsx";
import { freshId } from "../fresh-id.ts";
import type { Question } from "../kinds.ts";
import type { QuestionEditor, QuestionFormProps } from "../question-editor.ts";
import { OptionFields } from "../web/option-fields.tsx";

type Multiple = Extract<Question, { kind: "multiple" }>;

/** The options, with a checkbox at each right one. */
function Form({ question, onChange }: QuestionFormProps<Multiple>) {
  const { t } = useLingui();
  const { correct } = question;
  return (
    <OptionFields
      label={t`Options`}
      description={t`Tick every one that is right. An answer is right with all of them and no other.`}
      nameOf={(number) => t`Option ${number}`}
      addLabel={t`Add an option`}
      options={question.options}
      onChange={(options) => onChange({ ...question, options, correct: correct.filter((right) => options.some(({ id }) => id === right)) })}
      renderMark={({ id }, name) => (
        <Checkbox
          aria-label={t`${name} is right`}
          value={correct.includes(id)}
          onChange={(isRight) => onChange({ ...question, correct: isRight ? [...correct, id] : correct.filter((other) => other !== id) })}
        />
      )}
    />
  );
}

export const editor = {
  create: (id) => ({
    id,
    kind: "multiple",
    stem: "",
    points: 1,
    feedback: "",
    options: [freshId(), freshId(), freshId()].map((option) => ({ id: option, text: "" })),
    correct: [],
  }),
  Form,
} satisfies QuestionEditor<Multiple>;
