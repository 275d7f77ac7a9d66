import { useLingui } from "@lingui/react/macro";
import { PasswordField } from "#ui/password-field.tsx";

/** A password that somebody chooses. minLength: what is asked at least; how strong it is the server says, in the field's error. */
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
  return (
    <PasswordField
      label={label}
      {...field}
      autoComplete="new-password"
      // Nothing is promised of a portal that is not known yet.
      description={
        minLength > 0
          ? t`At least ${minLength} characters. A few unrelated words are easy to remember and hard to guess.`
          : t`A few unrelated words are easy to remember and hard to guess.`
      }
    />
  );
}
