import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Ref } from "react";
import { Icon } from "./icon.tsx";
import { useAfterNavigation } from "./use-after-navigation.ts";
import "./button.css";
import "./field.css";

type SearchFieldProps = {
  label: string;
  value: string;
  /** Debounced: called `delay` ms (300) after the last keystroke, but not against a link that was pressed meanwhile; at once on Enter and on clearing. */
  onChange: (value: string) => void;
  onSubmit?: (value: string) => void;
  delay?: number;
  placeholder?: string;
  isLabelVisible?: boolean;
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A search box; Escape and the cross clear it. It keeps what is typed until onChange is called: `value` often comes from the address, which
 * is updated later, and would overwrite what was typed meanwhile.
 */
export function SearchField({ label, value, onChange, onSubmit, delay = 300, placeholder, isLabelVisible, id, ref }: SearchFieldProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(value);
  const told = useRef(value);
  const afterNavigation = useAfterNavigation();
  /** Keeps what was typed last from being told. */
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  // The onChange of the newest render: an older one, called after the delay, would undo what else was chosen meanwhile.
  const onChangeNow = useRef(onChange);
  useEffect(() => {
    onChangeNow.current = onChange;
  });
  useEffect(() => {
    if (value === told.current) return;
    // The value was changed from outside (Back, Clear filters).
    cancel.current();
    told.current = value;
    setDraft(value);
  }, [value]);

  function tell(next: string) {
    cancel.current();
    if (next === told.current) return;
    told.current = next;
    onChangeNow.current(next);
  }
  function type(next: string) {
    setDraft(next);
    cancel.current();
    if (next === "") return tell(next);
    const fromHere = afterNavigation();
    const timer = setTimeout(() => (cancel.current = fromHere(() => tell(next))), delay);
    cancel.current = () => clearTimeout(timer);
  }

  const own = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="ui-field ui-field-search">
      <label htmlFor={id ?? own} className={isLabelVisible ? "ui-label" : "visually-hidden"}>
        {label}
      </label>
      <div className="ui-input-wrap">
        <span className="ui-input-icon">
          <Icon of={Search} />
        </span>
        <input
          ref={(input) => {
            field.current = input;
            if (typeof ref === "function") return ref(input);
            if (ref) ref.current = input;
          }}
          id={id ?? own}
          type="search"
          autoComplete="off"
          value={draft}
          placeholder={placeholder ?? label}
          className="ui-input"
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && draft !== "") {
              // A sheet or dialog around it stays open: the first Escape clears the field.
              event.stopPropagation();
              event.preventDefault();
              type("");
            }
            if (event.key !== "Enter") return;
            // Does not submit a form around it.
            event.preventDefault();
            tell(draft);
            onSubmit?.(draft);
          }}
        />
        {draft !== "" && (
          <span className="ui-input-end">
            <button
              type="button"
              tabIndex={-1}
              className="ui-button"
              data-variant="quiet"
              data-icon-only
              data-size="s"
              aria-label={t`Clear search`}
              // Keeps the focus in the field, and a phone's keyboard open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                type("");
                field.current?.focus();
              }}
            >
              <Icon of={X} />
            </button>
          </span>
        )}
      </div>
    </div>
  );
}
