import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { NewPasswordField } from "./new-password-field.tsx";

interface PasswordChoiceProps {
  readonly email: string;
  /** Whoever has an account keeps its password and joins with it. */
  readonly hasAccount: boolean;
  readonly minLength: number;
  /** What is asked of somebody without an account, above all fields. */
  readonly lead: ReactNode;
  /** The password's field of the form. */
  readonly field: { readonly name: string; readonly error: string | undefined };
  /** Fields before it. */
  readonly children?: ReactNode;
}

/** What the link of a letter asks of whoever opens it: a password for a new account, or nothing of somebody who has one. */
export function PasswordChoice({ email, hasAccount, minLength, lead, field, children }: PasswordChoiceProps) {
  const { t } = useLingui();
  if (hasAccount)
    return (
      <p>
        <Trans>
          <bdi>{email}</bdi> has an account already. It joins this portal; name and password stay as they are.
        </Trans>
      </p>
    );
  return (
    <>
      <p>{lead}</p>
      {children}
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField label={t`New password`} {...field} minLength={minLength} />
    </>
  );
}
