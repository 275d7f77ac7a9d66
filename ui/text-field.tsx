import type { ComponentProps, Ref } from "react";
import { Field } from "./field.tsx";
import type { FieldWords } from "./field-text.tsx";

type Attributes = Pick<
  ComponentProps<"input">,
  | "id"
  | "name"
  | "autoComplete"
  | "autoFocus"
  | "defaultValue"
  | "maxLength"
  | "inputMode"
  | "spellCheck"
  | "placeholder"
  | "disabled"
  | "lang"
>;
export type TextFieldProps<Element = HTMLInputElement> = FieldWords &
  Attributes & {
    value?: string;
    onChange?: (value: string) => void;
    onBlur?: () => void;
    isReadOnly?: boolean;
    dir?: "auto" | "ltr" | "rtl";
    ref?: Ref<Element>;
  };

/** A text field with one line. `onChange` gets the value; `ref` is the input, so that a form library can focus it. */
export function TextField(props: TextFieldProps & { type?: "text" | "email"; onKeyDown?: ComponentProps<"input">["onKeyDown"] }) {
  const { id, label, description, error, isOptional, onChange, isReadOnly, ...input } = props;
  return (
    <Field {...{ id, label, description, error, isOptional }}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange?.(target.value)}
          className="ui-input"
        />
      )}
    </Field>
  );
}
