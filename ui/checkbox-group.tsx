import { CheckMark } from "./checkbox.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import type { FieldWords } from "./field-text.tsx";

type CheckboxGroupProps<Id extends string> = FieldWords & {
  options: readonly { id: Id; label: string; description?: string; count?: number; isDisabled?: boolean }[];
  value: readonly Id[];
  onChange: (ids: Id[]) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  disabled?: boolean;
  isLabelHidden?: boolean;
};

/** Several of a few choices; `count` shows the number of results of each (facets). */
export function CheckboxGroup<Id extends string>({ options, value, onChange, onBlur, name, ...words }: CheckboxGroupProps<Id>) {
  return (
    <ChoiceGroup role="group" {...words}>
      {options.map((option) => (
        <CheckMark
          key={option.id}
          name={name}
          value={option.id}
          checked={value.includes(option.id)}
          disabled={words.disabled || option.isDisabled}
          onBlur={onBlur}
          onChange={({ target }) =>
            onChange(options.map(({ id }) => id).filter((id) => (id === option.id ? target.checked : value.includes(id))))
          }
        >
          <bdi>{option.label}</bdi>
          {option.count !== undefined && <span className="ui-choice-count num"> {option.count}</span>}
          {option.description && <span className="ui-hint">{option.description}</span>}
        </CheckMark>
      ))}
    </ChoiceGroup>
  );
}
