import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextField } from "#ui/text-field.tsx";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";
import type { NumericAnswer, ShownNumeric } from "./numeric.ts";
import { inThousands, readNumber } from "#platform/read-number.ts";

/** Enough digits for any stored answer, and no more than a double has. */
const digits = { maximumFractionDigits: 12, useGrouping: false } as const;

/** An input for a number, with a decimal comma or point. */
function Input({ question, answer, onChange, error }: QuestionInputProps<ShownNumeric, NumericAnswer>) {
  const { t, i18n } = useLingui();
  // Keeps the text exactly as it was typed.
  const [text, setText] = useState(() => (answer ? i18n.number(answer.value, digits) : ""));
  const [wasLeft, setLeft] = useState(false);
  const value = readNumber(text);
  const thousands = inThousands(text, i18n.locale);
  const asShown = (number: number) => i18n.number(number, digits);
  const problem = () => {
    if (text.trim() === "" || !(wasLeft || error !== undefined)) return error;
    const example = i18n.number(2.5);
    if (value === null) return t`Write a number in digits, such as ${example}.`;
    if (thousands === null) return error;
    const [large, small] = [asShown(thousands), asShown(value)];
    return t`This can mean ${large} or ${small}. Write one of the two.`;
  };
  const shownProblem = problem();
  const hint = [question.unit === undefined ? t`A number.` : t`A number. Unit: ${question.unit}`];
  // How it is understood, where it is written in another way than it is shown later. Not while a decimal sign waits for its digits.
  if (value !== null && thousands === null && asShown(value) !== text.trim() && !/[.,]$/.test(text)) {
    const understood = asShown(value);
    hint.push(t`Understood as ${understood}.`);
  }
  return (
    <TextField
      label={question.stem}
      description={hint.join(" ")}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      onBlur={() => setLeft(true)}
      onChange={(next) => {
        setText(next);
        const given = inThousands(next, i18n.locale) === null ? readNumber(next) : null;
        onChange(given === null ? null : { kind: "numeric", value: given });
      }}
      {...(shownProblem !== undefined && { error: shownProblem })}
    />
  );
}

function Words({ question, answer }: { question: ShownNumeric; answer: NumericAnswer }) {
  const { i18n } = useLingui();
  return (
    <bdi className="num">
      {i18n.number(answer.value, digits)}
      {question.unit !== undefined && ` ${question.unit}`}
    </bdi>
  );
}

export const view = { Input, Words } satisfies QuestionView<ShownNumeric, NumericAnswer>;
