import type { LucideIcon } from "lucide-react";
import type { Ref } from "react";
import { Radio, RadioGroup as AriaRadioGroup } from "react-aria-components/RadioGroup";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { useInputRef } from "./input-ref.ts";
import "./choice.css";

type RadioGroupProps<Id extends string> = FieldWords & {
  options: readonly { id: Id; label: string; description?: string; icon?: LucideIcon; isDisabled?: boolean }[];
  value: Id | null;
  onChange: (id: Id) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  disabled?: boolean;
  isLabelHidden?: boolean;
  /** `cards`: large boxes with a line of explanation each. */
  layout?: "list" | "cards";
  ref?: Ref<HTMLInputElement>;
};

/** One of a few choices, all visible. */
export function RadioGroup<Id extends string>({ ref, ...props }: RadioGroupProps<Id>) {
  const { options, layout = "list" } = props;
  const inputRef = useInputRef(ref);
  return (
    <AriaRadioGroup
      id={props.id}
      name={props.name}
      value={props.value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen) props.onChange(chosen.id);
      }}
      isDisabled={props.disabled}
      isInvalid={Boolean(props.error)}
      validationBehavior="aria"
      className="ui-field"
    >
      <FieldLabel label={props.label} isOptional={props.isOptional} isHidden={props.isLabelHidden} />
      <div className={layout === "cards" ? "ui-choice-cards" : "ui-choice-group"}>
        {options.map((option, index) => (
          <Radio
            key={option.id}
            value={option.id}
            isDisabled={option.isDisabled}
            onBlur={props.onBlur}
            inputRef={index === 0 ? inputRef : undefined}
            className="ui-choice"
          >
            <span className="ui-choice-mark" data-round aria-hidden="true" />
            {option.icon && <Icon of={option.icon} />}
            <span className="ui-choice-text">
              <bdi>{option.label}</bdi>
              {option.description && <span className="ui-hint">{option.description}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes description={props.description} error={props.error} />
    </AriaRadioGroup>
  );
}
