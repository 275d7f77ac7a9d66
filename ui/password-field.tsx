import { Trans, useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { FieldLabel, FieldNotes } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import type { TextFieldProps } from "./text-field.tsx";
import "./button.css";
import "./field.css";

type PasswordFieldProps = Omit<TextFieldProps, "type" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password";
};

/** A password field: can be shown, pasted and filled by a password manager; warns when caps lock is on. */
export function PasswordField({ label, description, error, isOptional, disabled, dir, placeholder, ref, ...rest }: PasswordFieldProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <AriaTextField
      {...rest}
      type={isShown ? "text" : "password"}
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      spellCheck="false"
      className="ui-field"
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <div className="ui-input-wrap">
        <Input
          ref={ref}
          dir={dir}
          placeholder={placeholder}
          autoCapitalize="off"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          className="ui-input"
        />
        <span className="ui-input-end">
          {/* A native button: inside a react-aria field, its own Button would take over the field's context. */}
          <button
            type="button"
            className="ui-button"
            data-variant="quiet"
            data-icon-only
            data-size="s"
            aria-pressed={isShown}
            aria-label={t`Show password`}
            title={t`Show password`}
            disabled={disabled}
            onClick={() => setShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} />
          </button>
        </span>
      </div>
      <span role="status" className={hasCapsLock ? "ui-hint" : "visually-hidden"}>
        {hasCapsLock && <Trans>Caps lock is on.</Trans>}
      </span>
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
}
