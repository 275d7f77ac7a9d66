import { useLingui } from "@lingui/react/macro";
import { TextField } from "#ui/text-field.tsx";
import type { EventWays } from "../overrides-contract.ts";

/** Days as they are written in the field. */
export const daysAsText = (days: readonly number[] | null): string => days?.join(", ") ?? "";
/** And back: null for an empty field, undefined for what is no list of whole numbers. */
export function daysFrom(text: string): number[] | null | undefined {
  if (text.trim() === "") return null;
  const parts = text.split(/[,;\s]+/).filter(Boolean);
  return parts.every((part) => /^\d{1,4}$/.test(part)) ? parts.map(Number) : undefined;
}

type Props = {
  readonly timing: NonNullable<EventWays["timing"]>;
  /** What holds without days of its own. */
  readonly inherited: readonly number[];
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
};

/** How many days before or after its date a letter is sent. */
export function DaysField({ timing, inherited, value, onChange, error }: Props) {
  const { t } = useLingui();
  const usual = daysAsText(inherited);
  return (
    <TextField
      id="mail-days"
      label={timing.direction === "before" ? t`Days before the date` : t`Days after the date`}
      description={
        timing.direction === "before"
          ? t`One number, or several with commas between, such as 7, 1. Left empty, as inherited: ${usual}.`
          : t`One number, or several with commas between; 0 is the date itself. Left empty, as inherited: ${usual}.`
      }
      isOptional
      inputMode="text"
      autoComplete="off"
      dir="ltr"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
