import type { ComponentProps } from "react";
import { Controller } from "react-hook-form";
import type { FieldPathValue } from "react-hook-form";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { EditorControl, EditorValues } from "./editor-values.ts";
import { fieldId, numberOf, textOf } from "./editor-values.ts";

type ChoiceName = "policy.complete" | "policy.pass" | "policy.score";
type ChoiceProps<Name extends ChoiceName> = { control: EditorControl; name: Name } & Pick<
  ComponentProps<typeof RadioGroup<FieldPathValue<EditorValues, Name>>>,
  "label" | "options" | "description"
>;

/** A form field with one of a few choices. */
export function Choice<Name extends ChoiceName>({ control, name, ...group }: ChoiceProps<Name>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <RadioGroup id={fieldId(name)} {...group} {...field} error={fieldState.error?.message} />}
    />
  );
}

type NumberInputProps = {
  control: EditorControl;
  name: "minutes" | "policy.minutes" | "policy.passPercent";
  label: string;
  description?: string;
  /** When needed, an empty field is invalid. Otherwise it is left out of the form, so that a hidden field does not block saving. */
  isNeeded?: boolean;
};

/** A form field with a number. */
export function NumberInput({ control, name, label, description, isNeeded = false }: NumberInputProps) {
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
          value={textOf(field.value)}
          onChange={(text) => field.onChange(text === "" && !isNeeded ? undefined : numberOf(text))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
