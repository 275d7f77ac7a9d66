import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import type { Taken } from "./combo-list.tsx";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";
import type { SelectProps } from "./select.tsx";
import { useFetchAhead } from "./use-fetch-ahead.ts";
import "./button.css";
import "./field.css";
import "./list-box.css";

const ComboList = lazyPart(() => import("./combo-list.tsx"));

/**
 * A `ComboBox` for the learner's screens. A stand-in field with the same look is shown while the list's code loads;
 * the real control takes over what was typed meanwhile, and the focus if the stand-in has it.
 */
export function LazyComboBox<Id extends string>({ onChange, ref, ...props }: SelectProps<Id, HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"waiting" | "there" | "given up">("waiting");
  const [taken, setTaken] = useState<Taken | null>(null);
  const handOver = () => {
    const field = input.current;
    if (!field) return;
    const isHeld = field === document.activeElement;
    // Synchronously, or a key pressed in between would go to the field that is removed.
    flushSync(() => {
      setTaken(isHeld ? { text: field.value, from: field.selectionStart, to: field.selectionEnd } : null);
      setState("there");
    });
  };
  // Also after a failure: the real part then tries once more, and reports over the page that it is missing.
  const want = () => void ComboList.fetchAhead().then(handOver, handOver);
  useFetchAhead([{ fetchAhead: () => ComboList.fetchAhead().then(handOver) }]);
  const press = () => {
    input.current?.focus();
    want();
  };
  const standIn = <StandIn {...props} ref={input} isBack={state === "given up"} onWanted={want} onPress={press} />;
  if (state !== "there") return standIn;
  return (
    <ComboList
      {...props}
      ref={ref}
      onChange={(id) => {
        const chosen = props.options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
      taken={taken}
      meanwhile={standIn}
      onGiveUp={() => setState("given up")}
    />
  );
}

type StandInProps = Omit<SelectProps<string, HTMLInputElement>, "onChange"> & {
  /** Takes the focus back without loading again: the list's code could not be loaded. */
  isBack: boolean;
  onWanted: () => void;
  onPress: () => void;
};

function StandIn({ ref, isBack, onWanted, onPress, ...props }: StandInProps) {
  const { t } = useLingui();
  // Refers to the list, which is not loaded yet.
  const listId = useId();
  const chosen = props.options.find(({ id }) => id === props.value)?.label ?? "";
  return (
    <AriaTextField
      key={chosen}
      id={props.id}
      name={props.name}
      defaultValue={chosen}
      onChange={onWanted}
      onFocus={isBack ? undefined : onWanted}
      onKeyDown={({ key }) => {
        if (key.startsWith("Arrow")) onWanted();
      }}
      onBlur={props.onBlur}
      autoFocus={isBack}
      isDisabled={props.disabled}
      isInvalid={Boolean(props.error)}
      validationBehavior="aria"
      autoComplete="off"
      className="ui-field"
    >
      <FieldLabel label={props.label} isOptional={props.isOptional} isHidden={props.isLabelHidden} />
      <div className="ui-input-wrap">
        <Input
          ref={ref}
          role="combobox"
          aria-expanded={false}
          aria-controls={listId}
          aria-autocomplete="list"
          placeholder={props.placeholder}
          className="ui-input"
        />
        <span className="ui-input-end">
          <button
            type="button"
            tabIndex={-1}
            className="ui-button"
            data-variant="quiet"
            data-icon-only
            data-size="s"
            aria-label={t`Show all`}
            disabled={props.disabled}
            onClick={onPress}
          >
            <Icon of={ChevronDown} />
          </button>
        </span>
      </div>
      <FieldNotes description={props.description} error={props.error} />
    </AriaTextField>
  );
}
