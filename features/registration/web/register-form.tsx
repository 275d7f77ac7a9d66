import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import * as z from "zod/mini";
import { FormNotes } from "#features/auth/web/form-notes.tsx";
import { sendForm } from "#features/auth/web/hooks.ts";
import { useAuthForm } from "#features/auth/web/use-auth-form.ts";
import type { Result } from "#platform/contract.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { register, registerForm, type registrationForm } from "../contract.ts";
import { AskedField, sentFor } from "./asked-field.tsx";

interface RegisterFormProps {
  readonly form: Result<typeof registrationForm>;
  /** The authorization code that lets them in; null for none. */
  readonly code: string | null;
  readonly returnUrl: string | null;
  readonly onSent: (sent: { email: string; hours: number; isMailed: boolean }) => void;
}

const typed = z.prefault(z.string(), "");

/** What somebody types who registers: name, email, the portal's own fields, the terms. */
export function RegisterForm({ form: asked, code, returnUrl, onSent }: RegisterFormProps) {
  const { t } = useLingui();
  const { fields, terms, termsVersion, domains } = asked;
  // The names of inputs that the server's answer can be about.
  const schema = useMemo(
    () =>
      z.extend(registerForm, {
        ...Object.fromEntries(fields.map(({ id }) => [`fields.${id}`, typed])),
        termsVersion: typed,
      }),
    [fields],
  );
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(schema, async (values, settle) => {
    const all = values as Readonly<Record<string, string>>;
    const { email, givenName, familyName } = values;
    const answer = await sendForm(register, {
      email,
      givenName,
      familyName,
      values: Object.fromEntries(fields.map((one) => [String(one.id), sentFor(one, all[`fields.${one.id}`] ?? "")])),
      termsVersion: all["termsVersion"] ? termsVersion : null,
      returnUrl,
      code,
    });
    settle();
    onSent({ email, ...answer });
  });
  const list = domains.join(", ");
  const words = (name: string) => {
    const { error } = field(name as "email");
    return { name, error };
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <TextField label={t`Given name`} {...field("givenName")} autoFocus autoComplete="given-name" dir="auto" maxLength={80} />
      <TextField label={t`Family name`} {...field("familyName")} autoComplete="family-name" dir="auto" maxLength={80} />
      <TextField
        label={t`Email`}
        {...field("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck="false"
        dir="ltr"
        {...(domains.length > 0 && { description: t`At ${list}.` })}
      />
      {fields.map((one) => (
        <AskedField key={one.id} field={one} {...words(`fields.${one.id}`)} />
      ))}
      {terms && (
        <>
          <Field label={t`Terms`}>
            {(control) => <textarea {...control} readOnly rows={7} dir="auto" className="ui-input" value={terms} />}
          </Field>
          <Field
            label={t`I agree to these terms`}
            {...(words("termsVersion").error !== undefined && { error: words("termsVersion").error })}
          >
            {(control) => <input {...control} type="checkbox" name="termsVersion" className="auth-agree" />}
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Registering`}>
        <Trans>Register</Trans>
      </Button>
    </form>
  );
}
