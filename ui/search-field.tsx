import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { FieldLabel } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./field.css";

type SearchFieldProps = {
  label: string;
  value: string;
  /** Debounced: called `delay` ms (300) after the last keystroke, and at once on Enter and on clearing. */
  onChange: (value: string) => void;
  onSubmit?: (value: string) => void;
  delay?: number;
  placeholder?: string;
  isLabelVisible?: boolean;
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A search box; Escape and the cross clear it. It holds what is typed until onChange is called: `value` often comes from the address, which
 * is updated later, and would overwrite letters typed meanwhile.
 */
export function SearchField({ label, value, onChange, onSubmit, delay = 300, placeholder, isLabelVisible, id, ref }: SearchFieldProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The one of the newest render: told a moment later, an older one would take back what else was chosen meanwhile.
  const onChangeNow = useRef(onChange);
  useEffect(() => {
    onChangeNow.current = onChange;
  });
  useEffect(() => {
    if (value === told.current) return;
    // Somebody else changed it (Back, Clear filters).
    clearTimeout(timer.current);
    told.current = value;
    setDraft(value);
  }, [value]);

  function tell(next: string) {
    clearTimeout(timer.current);
    if (next === told.current) return;
    told.current = next;
    onChangeNow.current(next);
  }
  function type(next: string) {
    setDraft(next);
    clearTimeout(timer.current);
    if (next === "") tell(next);
    else timer.current = setTimeout(() => tell(next), delay);
  }

  return (
    <AriaSearchField
      id={id}
      value={draft}
      onChange={type}
      onSubmit={(text) => {
        tell(text);
        onSubmit?.(text);
      }}
      className="ui-field ui-field-search"
    >
      <FieldLabel label={label} isHidden={!isLabelVisible} />
      <div className="ui-input-wrap">
        <span className="ui-input-icon">
          <Icon of={Search} />
        </span>
        <Input ref={ref} placeholder={placeholder ?? label} className="ui-input" />
        {draft !== "" && (
          <span className="ui-input-end">
            <Button className="ui-button" data-variant="quiet" data-icon-only data-size="s" aria-label={t`Clear search`}>
              <Icon of={X} />
            </Button>
          </span>
        )}
      </div>
    </AriaSearchField>
  );
}
