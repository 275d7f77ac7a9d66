import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
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
 * One choice from a short list; for long lists use ComboBox. A stand-in button with the same look is shown until hover or focus has loaded the list's
 * code: pressing it opens the list once loaded, and replacing the stand-in never takes the focus away from anyone.
 */
export function Select<Id extends string>({ onChange, ref, ...props }: SelectProps<Id, HTMLButtonElement>) {
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"waiting" | "there" | "wanted">("waiting");
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const isFree = () => button.current !== null && button.current !== document.activeElement;
  const fetchList = () =>
    void SelectList.fetchAhead().then(
      () => isHere.current && setState((now) => (now === "waiting" && isFree() ? "there" : now)),
      // Loaded again on a press.
      () => undefined,
    );
  const standIn = <StandIn {...props} ref={button} onPointed={fetchList} onPress={() => setState("wanted")} />;
  if (state === "waiting") return standIn;
  return (
    <SelectList
      {...props}
      ref={ref}
      onChange={(id) => {
        const chosen = props.options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
      startsOpen={state === "wanted"}
      meanwhile={standIn}
      onGiveUp={() => setState("waiting")}
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
          // The keys that open the real select.
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
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
