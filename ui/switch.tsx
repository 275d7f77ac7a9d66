import { useId } from "react";
import type { ReactNode, Ref } from "react";
import { Switch as AriaSwitch } from "react-aria-components/Switch";
import { useInputRef } from "./input-ref.ts";
import "./choice.css";
import "./field.css";

type SwitchProps = {
  children: ReactNode;
  value?: boolean;
  onChange?: (isOn: boolean) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  description?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A setting that takes effect at once. */
export function Switch({ ref, ...props }: SwitchProps) {
  const notes = useId();
  const inputRef = useInputRef(ref);
  return (
    <span className="ui-field">
      <AriaSwitch
        id={props.id}
        name={props.name}
        isSelected={props.value}
        onChange={props.onChange}
        onBlur={props.onBlur}
        isDisabled={props.disabled}
        aria-describedby={props.description ? notes : undefined}
        inputRef={inputRef}
        className="ui-choice"
      >
        <span className="ui-switch-track" aria-hidden="true" />
        <span className="ui-choice-text">{props.children}</span>
      </AriaSwitch>
      {props.description && (
        <span id={notes} className="ui-hint">
          {props.description}
        </span>
      )}
    </span>
  );
}
