import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { readNumber } from "#platform/read-number.ts";
import { TextField } from "#ui/text-field.tsx";

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  readonly description?: string;
}

const digits = { maximumFractionDigits: 12, useGrouping: false } as const;

/** A number to write, with a decimal comma or point. `onChange` gets numbers within the limits only; otherwise it says what is wrong. */
export function NumberField({ label, value, onChange, min, max, isWhole = false, description }: NumberFieldProps) {
  const { t, i18n } = useLingui();
  // As it was typed, as long as that says the same.
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => {
    const number = readNumber(text);
    if (number === null || (isWhole && !Number.isInteger(number))) return null;
    return number < (min ?? number) || number > (max ?? number) ? null : number;
  };
  const given = typed === null ? null : read(typed);
  const shown = typed !== null && (given === null || given === value) ? typed : i18n.number(value, digits);
  const [least, most] = [i18n.number(min ?? 0), i18n.number(max ?? 0)];
  const wrong =
    min === undefined
      ? t`Write a number in digits.`
      : max === undefined
        ? t`Write a number from ${least} on.`
        : t`Write a number from ${least} to ${most}.`;
  return (
    <TextField
      label={label}
      value={shown}
      inputMode={isWhole ? "numeric" : "decimal"}
      autoComplete="off"
      onChange={(text) => {
        setTyped(text);
        const number = read(text);
        if (number !== null && number !== value) onChange(number);
      }}
      {...(description !== undefined && { description })}
      {...(shown === typed && given === null && { error: wrong })}
    />
  );
}
