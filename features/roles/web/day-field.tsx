import { Field } from "#ui/field.tsx";

type Props = {
  label: string;
  value: string;
  onChange: (day: string) => void;
  description?: string | undefined;
  error?: string | undefined;
  isOptional?: boolean;
};

/** A day that is chosen, as YYYY-MM-DD; empty for none. */
export function DayField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => <input type="date" {...control} className="ui-input" value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}
