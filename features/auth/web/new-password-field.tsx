import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { PasswordField } from "#ui/password-field.tsx";
import { PasswordStrength } from "./password-strength.tsx";

/** A password that somebody chooses, and how strong it is. minLength: what is asked at least; 0 where no portal is known yet. */
export function NewPasswordField({
  label,
  minLength,
  ...field
}: {
  label: string;
  minLength: number;
  name: string;
  error?: string | undefined;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  return (
    <div className="new-password">
      <PasswordField
        label={label}
        {...field}
        autoComplete="new-password"
        onChange={setTyped}
        // Nothing is promised of a portal that is not known yet.
        description={
          minLength > 0
            ? t`At least ${minLength} characters. A few unrelated words are easy to remember and hard to guess.`
            : t`A few unrelated words are easy to remember and hard to guess.`
        }
      />
      <PasswordStrength password={typed} minLength={minLength} />
    </div>
  );
}
