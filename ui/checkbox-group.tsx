import { Check } from "lucide-react";
import { Checkbox } from "react-aria-components/Checkbox";
import { CheckboxGroup as AriaCheckboxGroup } from "react-aria-components/CheckboxGroup";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import "./choice.css";

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

/** Several of a few choices; `count` shows how many there are of each (facets). */
export function CheckboxGroup<Id extends string>(props: CheckboxGroupProps<Id>) {
  const { options, value, onChange } = props;
  return (
    <AriaCheckboxGroup
      id={props.id}
      name={props.name}
      value={[...value]}
      onChange={(ids) => onChange(options.map((option) => option.id).filter((id) => ids.includes(id)))}
      isDisabled={props.disabled}
      isInvalid={Boolean(props.error)}
      validationBehavior="aria"
      className="ui-field"
    >
      <FieldLabel label={props.label} isOptional={props.isOptional} isHidden={props.isLabelHidden} />
      <div className="ui-choice-group">
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id} isDisabled={option.isDisabled} className="ui-choice">
            <span className="ui-choice-mark" aria-hidden="true">
              <Icon of={Check} size="s" />
            </span>
            <span className="ui-choice-text">
              <bdi>{option.label}</bdi>
              {option.count !== undefined && <span className="ui-choice-count num"> {option.count}</span>}
              {option.description && <span className="ui-hint">{option.description}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
      <FieldNotes description={props.description} error={props.error} />
    </AriaCheckboxGroup>
  );
}
