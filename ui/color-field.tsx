import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Field } from "./field.tsx";
import type { FieldWords } from "./field-text.tsx";
import "./color-field.css";

type ColorFieldProps = FieldWords & {
  /** As #rrggbb. */
  value: string;
  /** Gets only whole colours, as #rrggbb. */
  onChange: (value: string) => void;
};

const whole = (text: string) => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  return digits === undefined ? null : `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
};

/** A colour: the browser's own picker, and the same as text to type or paste. */
export function ColorField({ value, onChange, error, ...words }: ColorFieldProps) {
  const { t } = useLingui();
  // What is typed and no colour yet.
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const wrong = typed !== null && isLeft ? t`Write a colour as # and six digits, such as #1f5f8b.` : undefined;
  const take = (text: string) => {
    const found = whole(text);
    setTyped(found === null ? text : null);
    setIsLeft(false);
    if (found !== null && found !== value) onChange(found);
  };
  return (
    <Field {...words} error={error ?? wrong}>
      {(control) => (
        <span className="ui-color">
          <input
            type="color"
            className="ui-color-picker"
            aria-label={t`Pick: ${words.label}`}
            value={value}
            onChange={({ target }) => take(target.value)}
          />
          <input
            {...control}
            type="text"
            className="ui-input"
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            maxLength={9}
            value={typed ?? value}
            onChange={({ target }) => (target.value === value ? setTyped(null) : setTyped(target.value))}
            onBlur={({ target }) => {
              take(target.value);
              setIsLeft(true);
            }}
            onKeyDown={({ key, currentTarget }) => key === "Enter" && take(currentTarget.value)}
          />
        </span>
      )}
    </Field>
  );
}
