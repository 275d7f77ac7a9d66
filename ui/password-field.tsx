import { Trans, useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";
import type { TextFieldProps } from "./text-field.tsx";
import "./button.css";

type PasswordFieldProps = Omit<TextFieldProps, "autoComplete" | "spellCheck"> & {
  autoComplete: "current-password" | "new-password";
};

/** A password field: can be shown, pasted and filled by a password manager; warns when caps lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, description, error, isOptional, onChange, isReadOnly, ...input } = props;
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <Field {...{ id, label, description, error, isOptional }}>
      {(control) => (
        <>
          <div className="ui-input-wrap">
            <input
              {...input}
              {...control}
              type={isShown ? "text" : "password"}
              spellCheck="false"
              autoCapitalize="off"
              readOnly={isReadOnly}
              onChange={({ target }) => onChange?.(target.value)}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              className="ui-input"
            />
            <span className="ui-input-end">
              <button
                type="button"
                className="ui-button"
                data-variant="quiet"
                data-icon-only
                data-size="s"
                aria-pressed={isShown}
                aria-label={t`Show password`}
                title={t`Show password`}
                disabled={props.disabled}
                onClick={() => setShown(!isShown)}
              >
                <Icon of={isShown ? EyeOff : Eye} />
              </button>
            </span>
          </div>
          <span role="status" className={hasCapsLock ? "ui-hint" : "visually-hidden"}>
            {hasCapsLock && <Trans>Caps lock is on.</Trans>}
          </span>
        </>
      )}
    </Field>
  );
}
