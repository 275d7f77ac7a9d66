import { useLingui } from "@lingui/react/macro";
import type { LearnerQuizBlock } from "#features/courses/content.ts";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

type QuizQuestionProps = {
  question: LearnerQuizBlock["questions"][number];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
};

/** One question: radios when one option is right (single, true or false), ticks when several may be. */
export function QuizQuestion({ question, chosen, onChange, error }: QuizQuestionProps) {
  const { t } = useLingui();
  const options = question.options.map((option) => ({ id: option.id, label: option.text }));
  const words = { label: question.stem, options, ...(error !== undefined && { error }) };
  if (question.kind === "multiple")
    return <CheckboxGroup {...words} description={t`Choose every answer that is right.`} value={chosen} onChange={onChange} />;
  return <RadioGroup {...words} value={chosen[0] ?? null} onChange={(id) => onChange([id])} />;
}
