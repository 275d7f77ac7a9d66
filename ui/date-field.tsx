import type { Ref } from "react";
import { Field } from "./field.tsx";
import type { FieldWords } from "./field-text.tsx";

type DateFieldProps = FieldWords & {
  id?: string;
  /** A day as YYYY-MM-DD, with a time as YYYY-MM-DDTHH:MM; "" while none is chosen. */
  value: string;
  withTime?: boolean;
  onChange: (day: string) => void;
  onBlur?: () => void;
  name?: string;
  min?: string;
  max?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A day, or a day and a time, chosen with the browser's own calendar or typed. */
export function DateField({ id, label, description, error, isOptional, onChange, withTime = false, ...input }: DateFieldProps) {
  return (
    <Field {...{ id, label, description, error, isOptional }}>
      {(control) => (
        <input
          type={withTime ? "datetime-local" : "date"}
          {...input}
          {...control}
          onChange={({ target }) => onChange(target.value)}
          className="ui-input"
        />
      )}
    </Field>
  );
}
