import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ComboPopover } from "./combo-popover.tsx";
import { FieldLabel, FieldNotes, type FieldWords } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import { OptionList, type Option } from "./option-list.tsx";
import "./button.css";
import "./field.css";

type Props = FieldWords & {
  /** What the server found for the text last told. */
  readonly options: readonly Option<string>[];
  readonly value: Option<string> | null;
  readonly onChange: (chosen: Option<string> | null) => void;
  /** Called with what is typed, 200 ms after the last key; the caller asks the server. */
  readonly onSearch: (text: string) => void;
  /** Called when its list opens. */
  readonly onOpen?: () => void;
  /** Empties the field after each choice, for a list that the caller keeps. */
  readonly clearsItself?: boolean;
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/** One choice among more than the browser holds: the server searches for what is typed. For a list that is all there, use ComboBox. */
export function SearchComboBox({ options, value, onChange, onSearch, onOpen, clearsItself, placeholder, ref, ...words }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(value?.label ?? "");
  // A field that empties itself has a value until its list has closed, because the list closes for a new value only.
  const [justChosen, setJustChosen] = useState<string | null>(null);
  // The options are others after each search; without the one that is chosen the field would let go of it when it is left.
  const listed = value && !options.some(({ id }) => id === value.id) ? [value, ...options] : options;
  const search = useEffectEvent(onSearch);
  const asked = value && text === value.label ? "" : text;
  useEffect(() => {
    const timer = setTimeout(() => search(asked), 200);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <AriaComboBox
      items={listed}
      inputValue={text}
      onInputChange={setText}
      value={value?.id ?? justChosen}
      onOpenChange={(isOpen) => (isOpen ? onOpen?.() : setJustChosen(null))}
      onChange={(key) => {
        const chosen = listed.find(({ id }) => id === key) ?? null;
        setText(clearsItself ? "" : (chosen?.label ?? ""));
        if (clearsItself) setJustChosen(chosen?.id ?? null);
        onChange(chosen);
      }}
      isInvalid={Boolean(words.error)}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      className="ui-field"
    >
      <FieldLabel label={words.label} isOptional={words.isOptional} />
      <div className="ui-input-wrap">
        <Input ref={ref} placeholder={placeholder} className="ui-input" />
        <span className="ui-input-end">
          <Button className="ui-button" data-variant="quiet" data-icon-only data-size="s" aria-label={t`Show all`}>
            <Icon of={ChevronDown} />
          </Button>
        </span>
      </div>
      <FieldNotes description={words.description} error={words.error} />
      <ComboPopover>
        <OptionList<string> />
      </ComboPopover>
    </AriaComboBox>
  );
}
