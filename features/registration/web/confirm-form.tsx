import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AuthFrame } from "#features/auth/web/auth-frame.tsx";
import { FormNotes } from "#features/auth/web/form-notes.tsx";
import { sendForm } from "#features/auth/web/hooks.ts";
import { BrokenLink, useLookedAtLink, useNextPlace } from "#features/auth/web/letter-link.tsx";
import { leaveFor } from "#features/auth/web/own-page.ts";
import { PasswordChoice } from "#features/auth/web/password-choice.tsx";
import { useAuthForm } from "#features/auth/web/use-auth-form.ts";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import * as z from "zod/mini";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { confirmForm, confirmRegistration, lookAtRegistration } from "../contract.ts";
import type { Frame } from "./frame.ts";

type Found = Result<typeof lookAtRegistration>;

/** The link of the letter: a password is chosen, and the person is in or waits. */
export function ConfirmForm({ token, frame }: { token: string; frame: Frame }) {
  const { t } = useLingui();
  const found = useLookedAtLink(lookAtRegistration, token);
  const [done, setDone] = useState<Result<typeof confirmRegistration> | null>(null);
  useNextPlace(done && done.redirect);
  if (done)
    return (
      <AuthFrame title={done.state === "joined" ? t`Your account is ready` : t`Your email is confirmed`} {...frame}>
        <div className="stack">
          <Banner tone="success" role="status">
            {done.state === "joined" ? (
              <Trans>You belong to this portal now. Sign in to begin.</Trans>
            ) : (
              <Trans>Somebody looks at your registration. You get an email as soon as they have decided.</Trans>
            )}
          </Banner>
          {done.state === "joined" && (
            <Button variant="primary" autoFocus isFullWidth onPress={() => leaveFor(done.redirect)}>
              <Trans>Sign in</Trans>
            </Button>
          )}
        </div>
      </AuthFrame>
    );
  if (found instanceof CallError)
    return (
      <BrokenLink frame={frame} error={found}>
        <a href="/v/auth/register">{t`Register again`}</a>
      </BrokenLink>
    );
  return (
    <AuthFrame title={t`Confirm your email`} {...frame}>
      {found && <Choose found={found} token={token} minLength={frame.minLength} onDone={setDone} />}
    </AuthFrame>
  );
}

const nothing = z.object({});

function Choose({
  found,
  token,
  minLength,
  onDone,
}: {
  found: Found;
  token: string;
  minLength: number;
  onDone: (done: Result<typeof confirmRegistration>) => void;
}) {
  const { t } = useLingui();
  const { email, hasAccount } = found;
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(
    (hasAccount ? nothing : confirmForm) as typeof confirmForm,
    async ({ newPassword }, settle) => {
      const answer = await sendForm(confirmRegistration, { token, ...(!hasAccount && { newPassword }) });
      settle();
      onDone(answer);
    },
  );
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <PasswordChoice
        email={email}
        hasAccount={hasAccount}
        minLength={minLength}
        field={field("newPassword")}
        lead={
          <Trans>
            Choose the password with which <bdi>{email}</bdi> signs in.
          </Trans>
        }
      />
      <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Confirming`}>
        <Trans>Confirm my email</Trans>
      </Button>
    </form>
  );
}
