import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import type { Question } from "../kinds.ts";
import type { QuestionEditor } from "../question-editor.ts";
import { questionEditors } from "./editors.ts";
import { NumberField } from "./number-field.tsx";

const editorOf = ({ kind }: Pick<Question, "kind">) => questionEditors[kind] as unknown as QuestionEditor<Question>;

/** A new question of a kind. */
export const newQuestion = (kind: Question["kind"], id: string): Question => editorOf({ kind }).create(id);

interface QuestionFormProps {
  question: Question;
  onChange: (next: Question) => void;
  /** Whether it is worth points where it stands. */
  hasPoints: boolean;
}

/** Edits a question: its text, what its kind has, its points and the feedback. */
export function QuestionForm({ question, onChange, hasPoints }: QuestionFormProps) {
  const { t } = useLingui();
  const { Form } = editorOf(question);
  return (
    <div className="block-form">
      <TextArea label={t`Question`} rows={2} dir="auto" value={question.stem} onChange={(stem) => onChange({ ...question, stem })} />
      <Form question={question} onChange={onChange} />
      {hasPoints && (
        <NumberField
          label={t`Points`}
          min={0}
          max={1000}
          value={question.points}
          onChange={(points) => onChange({ ...question, points })}
        />
      )}
      <TextArea
        label={t`Feedback`}
        isOptional
        description={t`Shown with the result, after the answer was handed in.`}
        rows={2}
        dir="auto"
        value={question.feedback}
        onChange={(feedback) => onChange({ ...question, feedback })}
      />
    </div>
  );
}
