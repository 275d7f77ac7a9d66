import { useLingui } from "@lingui/react/macro";
import type { ComponentProps, ReactNode } from "react";
import type { FieldValue } from "#features/fields/definition.ts";
import type { SheetField } from "#features/fields/sheet-contract.ts";
import { Field } from "#ui/field.tsx";
import { isAsked, type AskedKind } from "#features/fields/asked-kinds.ts";

interface AskedFieldProps {
  readonly field: SheetField;
  readonly name: string;
  readonly error: string | undefined;
}

/** What a control gets: its name, and what ties it to its label, hint and error. */
type Control = { readonly name: string; readonly id?: string };
interface Asked {
  readonly Input: (props: { readonly control: Control; readonly field: SheetField }) => ReactNode;
  /** What is sent for what was typed. What cannot be read is sent as it is, and the server says what is wrong. */
  readonly sent: (typed: string) => FieldValue;
}

const asTyped = (typed: string) => typed;
const asNumber = (typed: string) => (Number.isNaN(Number(typed)) ? typed : Number(typed));

/** A field of one line, by the keyboard that a phone shows for it. */
const line = (inputMode: "text" | "email" | "tel" | "url", dir: "auto" | "ltr"): Asked => ({
  Input: ({ control }) => <input {...control} type="text" dir={dir} inputMode={inputMode} autoComplete="off" className="ui-input" />,
  sent: asTyped,
});
const input = (props: ComponentProps<"input">, sent: Asked["sent"]): Asked => ({
  Input: ({ control }) => <input {...control} {...props} className="ui-input" />,
  sent,
});

function Choice({ control, choices }: { readonly control: Control; readonly choices: readonly { id: string | number; name: string }[] }) {
  return (
    <select {...control} defaultValue="" className="ui-input">
      <option value="">–</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function YesNo({ control }: { readonly control: Control }) {
  const { t } = useLingui();
  const choices = [
    { id: "yes", name: t`Yes` },
    { id: "no", name: t`No` },
  ];
  return <Choice control={control} choices={choices} />;
}

/** The kinds in controls of the browser's own: the page loads few bytes. */
const asked: Readonly<Record<AskedKind, Asked>> = {
  text: line("text", "auto"),
  email: line("email", "ltr"),
  phone: line("tel", "ltr"),
  url: line("url", "ltr"),
  long_text: { Input: ({ control }) => <textarea {...control} rows={4} dir="auto" className="ui-input" />, sent: asTyped },
  date: input({ type: "date" }, asTyped),
  number: input({ type: "number", step: "any", inputMode: "decimal" }, asNumber),
  yes_no: { Input: YesNo, sent: (typed) => typed === "yes" },
  single: { Input: ({ control, field }) => <Choice control={control} choices={field.options} />, sent: asNumber },
};

/** One custom field in the form for registering. */
export function AskedField({ field, name, error }: AskedFieldProps) {
  const { t } = useLingui();
  const { kind, help, patternSample, isRequired } = field;
  if (!isAsked(kind)) return null;
  const { Input } = asked[kind];
  const hint = [help, patternSample && t`Such as ${patternSample}.`].filter(Boolean).join(" ");
  return (
    <Field label={field.name} isOptional={!isRequired} {...(hint && { description: hint })} {...(error !== undefined && { error })}>
      {(control) => <Input control={{ ...control, name }} field={field} />}
    </Field>
  );
}

/** What is sent for what was typed; null for nothing. */
export const sentFor = ({ kind }: SheetField, typed: string): FieldValue | null =>
  typed.trim() === "" ? null : isAsked(kind) ? asked[kind].sent(typed) : typed;
