import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as z from "zod/mini";
import { codeForm, type FactorName } from "../factor-contract.ts";
import { proveFactor } from "./factor-hooks.ts";
import { FormNotes } from "./form-notes.tsx";
import { hasPasskeys, provePasskey } from "./passkeys.ts";
import { useAuthForm } from "./use-auth-form.ts";

interface SecondStepProps {
  /** What the person can prove, in the order in which it is offered. */
  factors: readonly FactorName[];
  /** For how many days this browser may be trusted; 0: not at all. */
  trustedDays: number;
  /** Called with where to go once the session has begun. */
  onDone: (redirect: string) => void;
}

interface FormProps {
  trust: boolean;
  onDone: (redirect: string) => void;
  /** The offer to trust this browser. */
  offer: ReactNode;
}

/** What each factor is proven with, and what leads to it from another one. */
const steps: Readonly<Record<FactorName, { Form: (props: FormProps) => ReactNode; Switch: () => ReactNode }>> = {
  passkey: { Form: PasskeyForm, Switch: () => <Trans>Use a passkey</Trans> },
  totp: { Form: AppForm, Switch: () => <Trans>Use the authenticator app</Trans> },
  recovery: { Form: RecoveryForm, Switch: () => <Trans>I do not have my device: use a recovery code</Trans> },
};

/** Asks for the second factor of a sign-in under way: a passkey, a code of the app, or, for somebody without their device, a recovery code. */
export function SecondStep({ factors, trustedDays, onDone }: SecondStepProps) {
  const usable = hasPasskeys() ? factors : factors.filter((name) => name !== "passkey");
  const [factor, setFactor] = useState(usable[0] ?? "recovery");
  const [trust, setTrust] = useState(false);
  const { Form } = steps[factor];
  return (
    <>
      <Form
        trust={trust}
        onDone={onDone}
        offer={
          trustedDays > 0 && (
            <Checkbox value={trust} onChange={setTrust}>
              <Trans>Do not ask again in this browser for {trustedDays} days</Trans>
            </Checkbox>
          )
        }
      />
      {usable
        .filter((name) => name !== factor)
        .map((name) => {
          const { Switch } = steps[name];
          return (
            <div key={name}>
              <Button variant="quiet" onPress={() => setFactor(name)}>
                <Switch />
              </Button>
            </div>
          );
        })}
    </>
  );
}

const nothing = z.object({});

function PasskeyForm({ trust, onDone, offer }: FormProps) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, whole, isSlow } = useAuthForm(nothing, async () => {
    const { redirect } = await provePasskey(trust, t`The browser gave no passkey. Try again, or use another way.`);
    onDone(redirect);
  });
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <p>
        <Trans>Your browser asks for the finger, the face, the PIN or the key of your passkey.</Trans>
      </p>
      {offer}
      <Button type="submit" variant="primary" autoFocus isFullWidth isPending={isSending} pendingLabel={t`Checking`}>
        <Trans>Use my passkey</Trans>
      </Button>
    </form>
  );
}

function AppForm({ trust, onDone, offer }: FormProps) {
  const { t } = useLingui();
  return (
    <CodeForm
      label={t`Code from your authenticator app`}
      description={t`Six digits that change every 30 seconds.`}
      inputMode="numeric"
      autoComplete="one-time-code"
      send={async (code) => onDone((await proveFactor({ factor: "totp", code, trust })).redirect)}
    >
      {offer}
    </CodeForm>
  );
}

function RecoveryForm({ onDone }: FormProps) {
  const { t } = useLingui();
  return (
    <CodeForm
      label={t`Recovery code`}
      description={t`One of the codes that you kept. It works once.`}
      inputMode="text"
      autoComplete="off"
      send={async (code) => onDone((await proveFactor({ factor: "recovery", code, trust: false })).redirect)}
    />
  );
}

interface CodeFormProps {
  label: string;
  description: string;
  inputMode: "numeric" | "text";
  autoComplete: string;
  send: (code: string) => Promise<void>;
  children?: ReactNode;
}

function CodeForm({ label, description, inputMode, autoComplete, send, children }: CodeFormProps) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(codeForm, ({ code }) => send(code));
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <TextField
        label={label}
        description={description}
        {...field("code")}
        autoFocus
        inputMode={inputMode}
        autoComplete={autoComplete}
        spellCheck="false"
        dir="ltr"
        maxLength={40}
      />
      {children}
      <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Checking`}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
