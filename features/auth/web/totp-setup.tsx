import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextField } from "#ui/text-field.tsx";
import { codeForm, confirmForm, type confirmTotp as confirmCall, type startTotp as startCall } from "../factor-contract.ts";
import { confirmTotp, startTotp } from "./factor-hooks.ts";
import { FormNotes } from "./form-notes.tsx";
import { useAuthForm } from "./use-auth-form.ts";
import "./factors.css";

type Begun = Result<typeof startCall>;

interface TotpSetupProps {
  /** Whether the password is asked first: of somebody who is signed in. */
  asksPassword: boolean;
  onDone: (added: Result<typeof confirmCall>) => void;
}

/** Adds an authenticator app: the password, the secret as a picture and as text, and a first code. */
export function TotpSetup({ asksPassword, onDone }: TotpSetupProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun) return <Confirm begun={begun} onDone={onDone} />;
  return asksPassword ? <AskPassword onBegun={setBegun} /> : <Begin onBegun={setBegun} />;
}

/** Somebody whose sign-in waits has just proven the password. */
function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const [failed, setFailed] = useState<string | null>(null);
  const begin = useEffectEvent((signal: AbortSignal) => {
    startTotp().then(
      (begun) => !signal.aborted && onBegun(begun),
      (error: unknown) => !signal.aborted && setFailed(error instanceof CallError ? error.message : String(error)),
    );
  });
  useEffect(() => {
    const leaving = new AbortController();
    begin(leaving.signal);
    return () => leaving.abort();
  }, []);
  return failed ? <FormNotes whole={failed} /> : <Skeleton count={4} />;
}

function AskPassword({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(confirmForm, async ({ password }) =>
    onBegun(await startTotp(password)),
  );
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <PasswordField label={t`Your password`} {...field("password")} autoComplete="current-password" autoFocus />
      <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Checking`}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

function Confirm({ begun: { secret, uri, qr }, onDone }: { begun: Begun; onDone: TotpSetupProps["onDone"] }) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(codeForm, async ({ code }) => onDone(await confirmTotp(code)));
  const grouped = secret.replace(/(.{4})(?=.)/g, "$1 ");
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <div className="totp-code">
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t`QR code for the authenticator app`} shapeRendering="crispEdges">
          <path d={qr.path} fill="currentColor" />
        </svg>
        <div className="totp-words">
          <p>
            <Trans>Point your authenticator app at this picture, or type the key into it.</Trans>
          </p>
          <CopyId label={t`Key`} value={grouped} />
          <a href={uri}>
            <Trans>Open the app on this device</Trans>
          </a>
        </div>
      </div>
      <TextField
        label={t`Code that the app shows now`}
        {...field("code")}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck="false"
        dir="ltr"
        maxLength={40}
      />
      <Banner tone="neutral">
        <Trans>Afterwards you are signed out in your other browsers.</Trans>
      </Banner>
      <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Checking`}>
        <Trans>Add the app</Trans>
      </Button>
    </form>
  );
}
