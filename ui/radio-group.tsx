import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import type { Ref } from "react";
import { ChoiceGroup } from "./choice-group.tsx";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";

type RadioGroupProps<Id extends string> = FieldWords & {
  options: readonly { id: Id; label: string; description?: string; icon?: LucideIcon; isDisabled?: boolean }[];
  value: Id | null;
  onChange: (id: Id) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  disabled?: boolean;
  isLabelHidden?: boolean;
  /** `cards`: large boxes, each with a line of explanation. */
  layout?: "list" | "cards";
  ref?: Ref<HTMLInputElement>;
};

/** One of a few choices, all visible: native radio buttons under our own marks. */
export function RadioGroup<Id extends string>({ ref, options, value, onChange, onBlur, name, ...words }: RadioGroupProps<Id>) {
  // The browser would treat two groups with the same name as one.
  const group = useId();
  return (
    <ChoiceGroup role="radiogroup" {...words}>
      {options.map((option, index) => (
        <label key={option.id} className="ui-choice">
          <input
            type="radio"
            name={name ? `${name}${group}` : group}
            value={option.id}
            checked={value === option.id}
            disabled={words.disabled || option.isDisabled}
            onBlur={onBlur}
            onChange={() => onChange(option.id)}
            ref={index === 0 ? ref : undefined}
          />
          <span className="ui-choice-mark" data-round aria-hidden="true" />
          {option.icon && <Icon of={option.icon} />}
          <span className="ui-choice-text">
            <bdi>{option.label}</bdi>
            {option.description && <span className="ui-hint">{option.description}</span>}
          </span>
        </label>
      ))}
    </ChoiceGroup>
  );
}
