import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Taken } from "./combo-list.tsx";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";
import type { SelectProps } from "./select.tsx";
import { useFetchAhead } from "./use-fetch-ahead.ts";
import "./button.css";
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

function StandIn({ ref, options, value, name, placeholder, disabled, onBlur, isBack, onWanted, onPress, ...words }: StandInProps) {
  const { t } = useLingui();
  // Refers to the list, which is not loaded yet.
  const listId = useId();
  const chosen = options.find(({ id }) => id === value)?.label ?? "";
  return (
    <Field key={chosen} {...words}>
      {(control) => (
        <div className="ui-input-wrap">
          <input
            {...{ name, placeholder, disabled, onBlur, autoFocus: isBack }}
            {...control}
            ref={ref}
            type="text"
            role="combobox"
            aria-expanded={false}
            aria-controls={listId}
            aria-autocomplete="list"
            defaultValue={chosen}
            autoComplete="off"
            onChange={onWanted}
            onFocus={isBack ? undefined : onWanted}
            onKeyDown={({ key }) => {
              if (key.startsWith("Arrow")) onWanted();
            }}
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
              disabled={disabled}
              onClick={onPress}
            >
              <Icon of={ChevronDown} />
            </button>
          </span>
        </div>
      )}
    </Field>
  );
}
