import type { Ref } from "react";
import { Field } from "./field.tsx";
import type { FieldWords } from "./field-text.tsx";

type DateFieldProps = FieldWords & {
  id?: string;
  /** A day as YYYY-MM-DD; "" while none is chosen. */
  value: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
  name?: string;
  min?: string;
  max?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A day, chosen with the browser's own calendar or typed. */
export function DateField({ id, label, description, error, isOptional, onChange, ...input }: DateFieldProps) {
  return (
    <Field {...{ id, label, description, error, isOptional }}>
      {(control) => <input type="date" {...input} {...control} onChange={({ target }) => onChange(target.value)} className="ui-input" />}
    </Field>
  );
}
