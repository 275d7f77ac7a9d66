import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as z from "zod/mini";
import { type confirmPasskey, confirmForm, passkeyForm } from "../factor-contract.ts";
import { FormNotes } from "./form-notes.tsx";
import { addPasskey } from "./passkeys.ts";
import { useAuthForm } from "./use-auth-form.ts";

const withPassword = z.extend(passkeyForm, confirmForm.shape);

interface PasskeySetupProps {
  /** Whether the password is asked first: of somebody who is signed in. */
  asksPassword: boolean;
  onDone: (added: Result<typeof confirmPasskey>) => void;
}

/** Adds a passkey: its name, the password, and what the browser asks for. */
export function PasskeySetup({ asksPassword, onDone }: PasskeySetupProps) {
  const { t } = useLingui();
  const [name, setName] = useState(t`My passkey`);
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(
    (asksPassword ? withPassword : passkeyForm) as typeof withPassword,
    async (typed) =>
      onDone(
        await addPasskey(
          typed.name,
          asksPassword ? typed.password : undefined,
          t`The browser made no passkey. It may have one for this portal already.`,
        ),
      ),
  );
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <p>
        <Trans>A passkey stays on this device or in your password manager. You use it with your finger, face or PIN.</Trans>
      </p>
      <TextField label={t`Name of the passkey`} {...field("name")} value={name} onChange={setName} dir="auto" maxLength={80} />
      {asksPassword && <PasswordField label={t`Your password`} {...field("password")} autoComplete="current-password" autoFocus />}
      <Banner tone="neutral">
        <Trans>Afterwards you are signed out in your other browsers.</Trans>
      </Banner>
      <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Adding`}>
        <Trans>Add a passkey</Trans>
      </Button>
    </form>
  );
}
