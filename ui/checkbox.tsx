import { Check, CircleAlert, Minus } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { Icon } from "./icon.tsx";
import "./choice.css";
import "./field.css";

type CheckboxProps = {
  children?: ReactNode;
  /** Whether it is checked; called `value` so that a form library's field object fits. */
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

/** One yes or no that is sent with a form. For a setting that takes effect at once, use Switch. */
export function Checkbox({ ref, ...props }: CheckboxProps) {
  const notes = useId();
  const hasNotes = Boolean(props.description ?? props.error);
  return (
    <span className="ui-field">
      <CheckMark
        id={props.id}
        name={props.name}
        checked={props.value}
        defaultChecked={props.defaultChecked}
        onChange={({ target }) => props.onChange?.(target.checked)}
        onBlur={props.onBlur}
        isIndeterminate={props.isIndeterminate}
        disabled={props.disabled}
        aria-invalid={props.error ? true : undefined}
        aria-label={props["aria-label"]}
        aria-describedby={hasNotes ? notes : undefined}
        ref={ref}
      >
        {props.children}
      </CheckMark>
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

type CheckMarkProps = InputHTMLAttributes<HTMLInputElement> & {
  isIndeterminate?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The native checkbox under our own mark, with its text. */
export function CheckMark({ children, isIndeterminate = false, ref, ...rest }: CheckMarkProps) {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for it.
    if (own.current) own.current.indeterminate = isIndeterminate;
  });
  return (
    <label className="ui-choice">
      <input
        {...rest}
        type="checkbox"
        ref={(input) => {
          own.current = input;
          if (typeof ref === "function") return ref(input);
          if (ref) ref.current = input;
        }}
      />
      <span className="ui-choice-mark" aria-hidden="true">
        <Icon of={isIndeterminate ? Minus : Check} size="s" />
      </span>
      {children && <span className="ui-choice-text">{children}</span>}
    </label>
  );
}
