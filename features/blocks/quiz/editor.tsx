import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { questionProblemWords } from "#features/questions/web/problem-words.ts";
import { QuestionList } from "#features/questions/web/question-list.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import type { QuizBlock, QuizProblem } from "./quiz.ts";
import "../web/editors.css";

/** The quiz's title and its questions. */
function Form({ block, onChange, autoFocus = false }: BlockEditorProps<QuizBlock>) {
  const { t } = useLingui();
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) title.current?.focus();
  }, [autoFocus]);
  return (
    <div className="block-form">
      <TextField
        ref={title}
        label={t`Title of the quiz`}
        dir="auto"
        value={block.title}
        onChange={(next) => onChange({ ...block, title: next })}
      />
      <QuestionList
        isQuiz
        items={block.questions}
        questionOf={(question) => question}
        withQuestion={(_, question) => question}
        markOf={(_, at) => `${at + 1}.`}
        onChange={(questions) => onChange({ ...block, questions })}
      />
    </div>
  );
}

/** When it is passed, and how often it may be handed in. */
function Settings({ block, onChange }: BlockEditorProps<QuizBlock>) {
  const { t } = useLingui();
  const { passPercent, submissions } = block;
  return (
    <div className="block-form">
      <NumberField
        label={t`Passed from (percent of the points)`}
        min={0}
        max={100}
        value={passPercent}
        onChange={(next) => onChange({ ...block, passPercent: next })}
      />
      <Checkbox value={submissions !== null} onChange={(isLimited) => onChange({ ...block, submissions: isLimited ? 3 : null })}>
        {t`Limit how often it can be handed in`}
      </Checkbox>
      {submissions !== null && (
        <NumberField
          label={t`Attempts`}
          isWhole
          min={1}
          max={100}
          value={submissions}
          onChange={(next) => onChange({ ...block, submissions: next })}
        />
      )}
    </div>
  );
}

const problemWords: Record<QuizProblem, MessageDescriptor> = {
  questions_missing: msg`The quiz has no questions.`,
  title_missing: msg`The quiz has no title.`,
  pass_wrong: msg`The quiz is passed from 0 to 100 percent.`,
  submissions_wrong: msg`The quiz can never be handed in.`,
  ...questionProblemWords,
};

export const editor = {
  create: (id) => ({ id, kind: "quiz", title: "", passPercent: 80, submissions: null, questions: [] }),
  Form,
  Settings,
  problemWords,
} satisfies BlockEditor<QuizBlock>;
