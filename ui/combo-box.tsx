import ComboList from "./combo-list.tsx";
import type { SelectProps } from "./select.tsx";

/** One choice from a long list (time zones, countries): typing filters it. */
export function ComboBox<Id extends string>({ onChange, ...props }: SelectProps<Id, HTMLInputElement>) {
  return (
    <ComboList
      {...props}
      taken={null}
      onChange={(id) => {
        const chosen = props.options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
    />
  );
}
