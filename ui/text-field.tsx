import type { Ref } from "react";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import type { TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import type { FieldWords } from "./field-text.tsx";
import "./field.css";

export type TextFieldProps<Element = HTMLInputElement> = FieldWords &
  Omit<AriaTextFieldProps, "children" | "className" | "style" | "render" | "isDisabled" | "isInvalid" | "isRequired" | "validate"> & {
    disabled?: boolean;
    dir?: "auto" | "ltr" | "rtl";
    placeholder?: string;
    ref?: Ref<Element>;
  };

/** A text field with one line. `onChange` gets the value; `ref` is the input, so that a form library can focus it. */
export function TextField({ label, description, error, isOptional, disabled, dir, placeholder, ref, ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} isDisabled={disabled} isInvalid={Boolean(error)} validationBehavior="aria" className="ui-field">
      <FieldLabel label={label} isOptional={isOptional} />
      <Input ref={ref} dir={dir} placeholder={placeholder} className="ui-input" />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
}
