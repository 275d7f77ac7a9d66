import { Field } from "./field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

/** A text field with several lines. */
export function TextArea(props: TextFieldProps<HTMLTextAreaElement> & { rows?: number }) {
  const { id, label, description, error, isOptional, rows = 4, onChange, isReadOnly, ...area } = props;
  return (
    <Field {...{ id, label, description, error, isOptional }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange?.(target.value)}
          className="ui-input"
        />
      )}
    </Field>
  );
}
