import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { Ref } from "react";
import type { FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";
import type { Option } from "./option-list.tsx";
import "./field.css";
import "./list-box.css";

const SelectList = lazyPart(() => import("./select-list.tsx"));

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

/**
 * One choice from a short list; for long lists use ComboBox. A stand-in button with the same look is shown until it is pressed; hover or focus fetches the list's code
 * ahead. It is not replaced before: a press that began on it would end on another button, and open nothing.
 */
export function Select<Id extends string>({ onChange, ref, ...props }: SelectProps<Id, HTMLButtonElement>) {
  const [isWanted, setWanted] = useState(false);
  const standIn = <StandIn {...props} ref={ref} onPointed={SelectList.want} onPress={() => setWanted(true)} />;
  if (!isWanted) return standIn;
  return (
    <SelectList
      {...props}
      ref={ref}
      // One of the options' ids: the list has no other.
      onChange={(id) => onChange(id as Id)}
      meanwhile={standIn}
      onGiveUp={() => setWanted(false)}
    />
  );
}

type StandInProps = Omit<SelectProps<string, HTMLButtonElement>, "onChange"> & { onPointed: () => void; onPress: () => void };

function StandIn({ ref, ...props }: StandInProps) {
  const { t } = useLingui();
  const own = useId();
  const id = props.id ?? own;
  const { label, description, error, value } = props;
  return (
    <div className="ui-field">
      <span id={`${id}-label`} className={props.isLabelHidden ? "visually-hidden" : "ui-label"}>
        {label}
      </span>
      <button
        ref={ref}
        id={id}
        type="button"
        disabled={props.disabled}
        onPointerEnter={props.onPointed}
        onFocus={props.onPointed}
        onClick={props.onPress}
        onKeyDown={(event) => {
          // The keys that open the real select. The click that a key makes would count as a screen reader's, for which the list takes the focus only
          // once it has faded in: the next keys would be lost.
          if (!["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) return;
          event.preventDefault();
          props.onPress();
        }}
        onBlur={props.onBlur}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={description || error ? `${id}-notes` : undefined}
        className="ui-input ui-select-button"
        data-invalid={error ? true : undefined}
      >
        <span id={`${id}-value`} className="ui-select-value">
          {props.options.find((option) => option.id === value)?.label ?? props.placeholder ?? t`Choose`}
        </span>
        <Icon of={ChevronDown} />
      </button>
      {(description || error) && (
        <span id={`${id}-notes`} className={error ? "ui-error" : "ui-hint"}>
          {error ?? description}
        </span>
      )}
    </div>
  );
}
