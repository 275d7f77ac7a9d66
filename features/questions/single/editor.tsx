import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { freshId } from "../fresh-id.ts";
import type { Question } from "../kinds.ts";
import type { QuestionEditor, QuestionFormProps } from "../question-editor.ts";
import { OptionFields } from "../web/option-fields.tsx";

type Single = Extract<Question, { kind: "single" }>;

/** The options, with a radio button at the right one. */
function Form({ question, onChange }: QuestionFormProps<Single>) {
  const { t } = useLingui();
  const group = useId();
  return (
    <OptionFields
      label={t`Options`}
      description={t`Mark the one that is right.`}
      nameOf={(number) => t`Option ${number}`}
      addLabel={t`Add an option`}
      options={question.options}
      onChange={(options) => onChange({ ...question, options })}
      renderMark={({ id }, name) => (
        <label className="ui-choice">
          <input
            type="radio"
            name={group}
            aria-label={t`${name} is right`}
            checked={question.correct === id}
            onChange={() => onChange({ ...question, correct: id })}
          />
          <span className="ui-choice-mark" data-round aria-hidden="true" />
        </label>
      )}
    />
  );
}

export const editor = {
  // No option has this id: none is right yet.
  create: (id) => ({
    id,
    kind: "single",
    stem: "",
    points: 1,
    feedback: "",
    options: [freshId(), freshId()].map((option) => ({ id: option, text: "" })),
    correct: "none",
  }),
  Form,
} satisfies QuestionEditor<Single>;
