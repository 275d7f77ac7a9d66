import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextField } from "#ui/text-field.tsx";

type Props = {
  id?: string;
  label: string;
  description?: string;
  isOptional?: boolean;
  /** NaN for what is no number; null while it is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  error: string | undefined;
};

/** A number with decimals, by a point or a comma as people write it. */
export function DecimalField({ value, onChange, ...field }: Props) {
  const { i18n } = useLingui();
  const [text, setText] = useState("");
  const same = (one: number | null) => Object.is(one, value);
  const shown = same(read(text)) ? text : value === null || Number.isNaN(value) ? "" : i18n.number(value, { useGrouping: false });
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={(typed) => {
        setText(typed);
        onChange(read(typed));
      }}
    />
  );
}

const read = (text: string): number | null => {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return null;
  return /^\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
};
