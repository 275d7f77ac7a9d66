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

type SelectListProps = SelectProps<string, HTMLButtonElement> & {
  /** Whether the list opens at once, because the press loaded its code. */
  startsOpen: boolean;
};

/** The select with its list; `Select` shows a stand-in until this is loaded. */
export default function SelectList({ ref, startsOpen, ...props }: SelectListProps) {
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
      defaultOpen={startsOpen}
      autoFocus={startsOpen}
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
