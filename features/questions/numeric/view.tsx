import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextField } from "#ui/text-field.tsx";
import type { QuestionInputProps } from "../question-kind.ts";
import type { NumericAnswer, ShownNumeric } from "./numeric.ts";
import { readNumber } from "./read-number.ts";

/** Enough digits for any stored answer, and no more than a double has. */
const digits = { maximumFractionDigits: 12, useGrouping: false } as const;

/** An input for a number, with a decimal comma or point. */
export function Input({ question, answer, onChange, error }: QuestionInputProps<ShownNumeric, NumericAnswer>) {
  const { t, i18n } = useLingui();
  // Keeps the text exactly as it was typed.
  const [text, setText] = useState(() => (answer ? i18n.number(answer.value, digits) : ""));
  const [wasLeft, setLeft] = useState(false);
  const isUnreadable = text.trim() !== "" && readNumber(text) === null;
  const example = i18n.number(2.5);
  const problem = isUnreadable && (wasLeft || error !== undefined) ? t`Write a number in digits, such as ${example}.` : error;
  return (
    <TextField
      label={question.stem}
      description={question.unit === undefined ? t`A number.` : t`A number. Unit: ${question.unit}`}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      onBlur={() => setLeft(true)}
      onChange={(next) => {
        setText(next);
        const value = readNumber(next);
        onChange(value === null ? null : { kind: "numeric", value });
      }}
      {...(problem !== undefined && { error: problem })}
    />
  );
}

export function Words({ question, answer }: { question: ShownNumeric; answer: NumericAnswer }) {
  const { i18n } = useLingui();
  return (
    <bdi className="num">
      {i18n.number(answer.value, digits)}
      {question.unit !== undefined && ` ${question.unit}`}
    </bdi>
  );
}
