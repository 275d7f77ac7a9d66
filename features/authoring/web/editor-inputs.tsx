import { Controller, type Control, type FieldPath, type FieldPathValue, type FieldValues } from "react-hook-form";
import { TextField } from "#ui/text-field.tsx";
import { fieldId, numberOf, textOf } from "./editor-values.ts";

interface NumberInputProps<Values extends FieldValues, Saved> {
  readonly control: Control<Values, unknown, Saved>;
  /** Of a field with a number. */
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly description?: string;
  /** When needed, an empty field is invalid. Otherwise it is left out of the form, so that a hidden field does not block saving. */
  readonly isNeeded?: boolean;
}

/** A form field with a number. */
export function NumberInput<Values extends FieldValues, Saved>({
  control,
  name,
  label,
  description,
  isNeeded = false,
}: NumberInputProps<Values, Saved>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField
          id={fieldId(name)}
          label={label}
          description={description}
          inputMode="numeric"
          autoComplete="off"
          {...field}
          value={textOf(field.value as number | undefined)}
          onChange={(text) =>
            field.onChange((text === "" && !isNeeded ? undefined : numberOf(text)) as FieldPathValue<Values, FieldPath<Values>>)
          }
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
