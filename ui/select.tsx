import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { OptionList } from "./option-list.tsx";
import type { Option } from "./option-list.tsx";
import "./field.css";
import "./list-box.css";

export type SelectProps<Id extends string, Element> = FieldWords & {
  options: readonly Option<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  isLabelHidden?: boolean;
  autoComplete?: string;
  ref?: Ref<Element>;
};

/** One choice from a short list. For long lists use ComboBox. */
export function Select<Id extends string>({ ref, ...props }: SelectProps<Id, HTMLButtonElement>) {
  const { t } = useLingui();
  const { options, value, onChange } = props;
  return (
    <AriaSelect
      name={props.name}
      autoComplete={props.autoComplete}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen) onChange(chosen.id);
      }}
      placeholder={props.placeholder ?? t`Choose`}
      isDisabled={props.disabled}
      isInvalid={Boolean(props.error)}
      validationBehavior="aria"
      className="ui-field"
    >
      <FieldLabel label={props.label} isOptional={props.isOptional} isHidden={props.isLabelHidden} />
      <Button
        ref={ref}
        id={props.id}
        onBlur={props.onBlur}
        className="ui-input ui-select-button"
        data-invalid={props.error ? true : undefined}
      >
        <SelectValue className="ui-select-value" />
        <Icon of={ChevronDown} />
      </Button>
      <FieldNotes description={props.description} error={props.error} />
      <Popover className="ui-popover" offset={4}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  );
}
