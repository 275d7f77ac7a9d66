import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListLayout, Virtualizer } from "react-aria-components/Virtualizer";
import { ComboPopover } from "./combo-popover.tsx";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { OptionList } from "./option-list.tsx";
import type { SelectProps } from "./select.tsx";
import "./button.css";
import "./field.css";

// Only visible rows are rendered: rendering all 400 zones took most of a second.
const rows = { estimatedRowHeight: 36, padding: 4 };

/** What the stand-in field contained when this control replaced it while it had the focus. from and to: its selection. */
export type Taken = { text: string; from: number | null; to: number | null };

type ComboListProps = SelectProps<string, HTMLInputElement> & { taken: Taken | null };

/** The combo box with its list; `LazyComboBox` shows a stand-in until this is loaded. */
export default function ComboList({ ref, taken, ...props }: ComboListProps) {
  const { t } = useLingui();
  const { options } = props;
  const field = useRef<HTMLDivElement>(null);
  const caret = useRef(taken);
  useLayoutEffect(() => {
    if (caret.current) field.current?.querySelector("input")?.setSelectionRange(caret.current.from, caret.current.to);
    caret.current = null;
  }, []);
  return (
    <AriaComboBox
      ref={field}
      autoFocus={taken !== null}
      defaultInputValue={taken?.text}
      id={props.id}
      name={props.name}
      defaultItems={options}
      value={props.value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen) props.onChange(chosen.id);
      }}
      onBlur={props.onBlur}
      isDisabled={props.disabled}
      isInvalid={Boolean(props.error)}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      className="ui-field"
    >
      <FieldLabel label={props.label} isOptional={props.isOptional} isHidden={props.isLabelHidden} />
      <div className="ui-input-wrap">
        <Input ref={ref} placeholder={props.placeholder} className="ui-input" />
        <span className="ui-input-end">
          <Button className="ui-button" data-variant="quiet" data-icon-only data-size="s" aria-label={t`Show all`}>
            <Icon of={ChevronDown} />
          </Button>
        </span>
      </div>
      <FieldNotes description={props.description} error={props.error} />
      <ComboPopover>
        <Virtualizer layout={ListLayout} layoutOptions={rows}>
          <OptionList<string> />
        </Virtualizer>
      </ComboPopover>
    </AriaComboBox>
  );
}
