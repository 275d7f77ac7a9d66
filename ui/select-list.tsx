import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { OptionList } from "./option-list.tsx";
import "./field.css";
import "./list-box.css";

import type { SelectProps } from "./select.tsx";

/** The select with its list, which opens at once; `Select` shows a stand-in until it is pressed. */
export default function SelectList({ ref, ...props }: SelectProps<string, HTMLButtonElement>) {
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
      defaultOpen
      autoFocus
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
