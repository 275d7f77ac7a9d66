import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import type { TextFieldProps } from "./text-field.tsx";
import "./field.css";

/** A text field with several lines. */
export function TextArea(props: TextFieldProps<HTMLTextAreaElement> & { rows?: number }) {
  const { label, description, error, isOptional, disabled, dir, placeholder, rows = 4, ref, ...rest } = props;
  return (
    <AriaTextField {...rest} isDisabled={disabled} isInvalid={Boolean(error)} validationBehavior="aria" className="ui-field">
      <FieldLabel label={label} isOptional={isOptional} />
      <AriaTextArea ref={ref} dir={dir} placeholder={placeholder} rows={rows} className="ui-input" />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
}
