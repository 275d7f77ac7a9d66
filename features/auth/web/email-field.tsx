import { useLingui } from "@lingui/react/macro";
import { TextField } from "#ui/text-field.tsx";

interface EmailFieldProps {
  readonly name: string;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly label?: string;
  /** username: the email with which somebody signs in; email: another one. */
  readonly autoComplete?: "username" | "email";
}

/** An email that is typed. */
export function EmailField({ label, autoComplete = "username", ...field }: EmailFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={label ?? t`Email`}
      {...field}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      spellCheck="false"
      dir="ltr"
      maxLength={254}
    />
  );
}
