import { Check, CircleAlert, Minus } from "lucide-react";
import { useId } from "react";
import type { ReactNode, Ref } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";
import { Icon } from "./icon.tsx";
import { useInputRef } from "./input-ref.ts";
import "./choice.css";
import "./field.css";

type CheckboxProps = {
  children?: ReactNode;
  /** Whether it is checked; named so that a form library's field object fits. */
  value?: boolean;
  defaultChecked?: boolean;
  onChange?: (isChecked: boolean) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  description?: string;
  error?: string;
  isIndeterminate?: boolean;
  disabled?: boolean;
  "aria-label"?: string;
  ref?: Ref<HTMLInputElement>;
};

/** One yes or no that is sent with a form. For something that acts at once, use Switch. */
export function Checkbox({ ref, ...props }: CheckboxProps) {
  const notes = useId();
  const inputRef = useInputRef(ref);
  const hasNotes = Boolean(props.description ?? props.error);
  return (
    <span className="ui-field">
      <AriaCheckbox
        id={props.id}
        name={props.name}
        isSelected={props.value}
        defaultSelected={props.defaultChecked}
        onChange={props.onChange}
        onBlur={props.onBlur}
        isIndeterminate={props.isIndeterminate}
        isDisabled={props.disabled}
        isInvalid={Boolean(props.error)}
        validationBehavior="aria"
        aria-label={props["aria-label"]}
        aria-describedby={hasNotes ? notes : undefined}
        inputRef={inputRef}
        className="ui-choice"
      >
        <span className="ui-choice-mark" aria-hidden="true">
          <Icon of={props.isIndeterminate ? Minus : Check} size="s" />
        </span>
        {props.children && <span className="ui-choice-text">{props.children}</span>}
      </AriaCheckbox>
      {hasNotes && (
        <span id={notes} className="ui-hint">
          {props.description}
          {props.error && (
            <span className="ui-error">
              <Icon of={CircleAlert} size="s" />
              {props.error}
            </span>
          )}
        </span>
      )}
    </span>
  );
}
