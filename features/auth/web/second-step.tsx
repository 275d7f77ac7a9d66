import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { codeForm, type FactorName } from "../factor-contract.ts";
import { proveFactor } from "./factor-hooks.ts";
import { FormNotes } from "./form-notes.tsx";
import { useAuthForm } from "./use-auth-form.ts";

interface SecondStepProps {
  /** What the person can prove, in the order in which it is offered. */
  factors: readonly FactorName[];
  /** For how many days this browser may be trusted; 0: not at all. */
  trustedDays: number;
  /** Called with where to go once the session has begun. */
  onDone: (redirect: string) => void;
}

/** Asks for the second factor of a sign-in under way: a code of the app, or, for somebody without their device, a recovery code. */
export function SecondStep({ factors, trustedDays, onDone }: SecondStepProps) {
  const [factor, setFactor] = useState(factors[0] ?? "recovery");
  const [trust, setTrust] = useState(false);
  const other = factors.find((name) => name !== factor);
  return (
    <>
      <CodeForm key={factor} factor={factor} trust={trust} onDone={onDone}>
        {trustedDays > 0 && factor !== "recovery" && (
          <Checkbox value={trust} onChange={setTrust}>
            <Trans>Do not ask again in this browser for {trustedDays} days</Trans>
          </Checkbox>
        )}
      </CodeForm>
      {other && (
        <div>
          <Button variant="quiet" onPress={() => setFactor(other)}>
            {other === "recovery" ? <Trans>I do not have my device: use a recovery code</Trans> : <Trans>Use the authenticator app</Trans>}
          </Button>
        </div>
      )}
    </>
  );
}

interface CodeFormProps {
  factor: FactorName;
  trust: boolean;
  onDone: (redirect: string) => void;
  children: React.ReactNode;
}

function CodeForm({ factor, trust, onDone, children }: CodeFormProps) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(codeForm, async ({ code }) => {
    const { redirect } = await proveFactor({ factor, code, trust: factor === "recovery" ? false : trust });
    onDone(redirect);
  });
  const isApp = factor === "totp";
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <TextField
        label={isApp ? t`Code from your authenticator app` : t`Recovery code`}
        description={isApp ? t`Six digits that change every 30 seconds.` : t`One of the codes that you kept. It works once.`}
        {...field("code")}
        autoFocus
        inputMode={isApp ? "numeric" : "text"}
        autoComplete={isApp ? "one-time-code" : "off"}
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
