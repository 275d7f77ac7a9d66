import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { elsewherePage, gatePages } from "#features/portal/policy.ts";
import { call } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { reauthForm } from "../contract.ts";
import { type FactorName, stepState } from "../factor-contract.ts";
import { FormNotes } from "./form-notes.tsx";
import { signIn } from "./hooks.ts";
import { leaveFor, withReturnUrl } from "./own-page.ts";
import { SecondStep } from "./second-step.tsx";
import { useAuthForm } from "./use-auth-form.ts";

interface ReauthDialogProps {
  isOpen: boolean;
  /** The person whose page this is: only they can continue here; somebody else gets a page of their own. */
  email: string;
  /** Called after signing in again; refused calls can be repeated now. */
  onDone: () => void;
  /** Leaves for the login page. */
  onOther: () => void;
  /** Called when closed without signing in, such as to copy something first. */
  onClose?: () => void;
}

/** Sign-in over the page when the session has ended: the page below and everything typed on it stay (issue 2, section 2). */
export default function ReauthDialog({ isOpen, email, onDone, onOther, onClose }: ReauthDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Sign in again`} width="s" isOpen={isOpen} onOpenChange={(open) => !open && onClose?.()}>
      <ReauthForm email={email} onDone={onDone} onOther={onOther} />
    </Dialog>
  );
}

/** Whether the door leads to a page that has to be passed before anything else is answered; setting up a second factor may still wait. */
const isGatePage = (address: string) => address !== gatePages.factor && Object.values<string>(gatePages).includes(address);

function ReauthForm({ email, onDone, onOther }: Pick<ReauthDialogProps, "email" | "onDone" | "onOther">) {
  const { t } = useLingui();
  const id = useId();
  const [step, setStep] = useState<{ factors: readonly FactorName[]; trustedDays: number } | null>(null);
  // The new session can stand before a gate, such as new terms: nothing of this page would be answered. What was learned waits on this device meanwhile.
  const goOn = (redirect: string) =>
    // Somebody who belongs here no more.
    redirect.startsWith(elsewherePage)
      ? onOther()
      : isGatePage(redirect)
        ? leaveFor(withReturnUrl(redirect, location.pathname + location.search))
        : onDone();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(reauthForm, async ({ password }, settle) => {
    const entered = await signIn({ email, password });
    // A portal that began to ask for a second factor meanwhile: it is set up on a page of its own.
    if (entered.step === "enrol" || entered.step === "elsewhere") return onOther();
    if (entered.step === "factor") setStep(await call(stepState));
    settle();
    if (entered.step === undefined) goOn(entered.redirect);
  });
  if (step) return <SecondStep {...step} onDone={goOn} />;
  return (
    <form ref={form} id={id} className="form" noValidate onSubmit={onSubmit}>
      <p>
        <Trans>
          You were signed out. Nothing on this page is lost: sign in as <bdi>{email}</bdi> to go on where you were.
        </Trans>
      </p>
      <FormNotes whole={whole} isSlow={isSlow} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t`Password`} {...field("password")} autoComplete="current-password" autoFocus />
      <div className="form-actions">
        <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Signing in`}>
          <Trans>Sign in</Trans>
        </Button>
        <Button variant="quiet" onPress={onOther}>
          <Trans>Sign in as someone else</Trans>
        </Button>
      </div>
    </form>
  );
}
