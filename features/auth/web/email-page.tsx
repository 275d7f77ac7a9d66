import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { confirmEmail, lookAtEmail } from "../email-contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormNotes } from "./form-notes.tsx";
import { sendForm } from "./hooks.ts";
import { BrokenLink, useLinkSecret, useLookedAtLink, useNextPlace } from "./letter-link.tsx";
import { leaveFor } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

type Found = Result<typeof lookAtEmail>;
type Done = Result<typeof confirmEmail>;
const nothing = z.object({});

/** `/v/auth/email`: the link in the letter to a new email. Its secret stands behind # and leaves the address at once, so that no history keeps it. */
export default function EmailPage({ portal }: { portal: EnvironmentNoUser }) {
  const { t } = useLingui();
  const token = useLinkSecret();
  const found = useLookedAtLink(lookAtEmail, token);
  const [done, setDone] = useState<Done | null>(null);
  useNextPlace(done && done.redirect);
  const frame = { portalName: portal.PortalName, logo: portal.Logo ?? portal.MobileLogo };
  if (done) {
    const staysIn = !done.redirect.startsWith("/v/auth/");
    return (
      <AuthFrame title={t`Your email is changed`} {...frame}>
        <div className="stack">
          <Banner tone="success" role="status">
            <Trans>
              From now on you sign in with <bdi>{done.email}</bdi>. You were signed out in your other browsers.
            </Trans>
          </Banner>
          <Button variant="primary" autoFocus isFullWidth onPress={() => leaveFor(done.redirect)}>
            {staysIn ? <Trans>Open my account</Trans> : <Trans>Sign in</Trans>}
          </Button>
        </div>
      </AuthFrame>
    );
  }
  if (token === "" || found instanceof CallError)
    return (
      <BrokenLink frame={frame} error={found instanceof CallError ? found : null}>
        <a href="/v/student/myAccount">{t`My account`}</a>
      </BrokenLink>
    );
  return (
    <AuthFrame title={t`Confirm your new email`} {...frame}>
      {found && <Confirm found={found} token={token} onDone={setDone} />}
    </AuthFrame>
  );
}

/** It is used by pressing, not by opening: programs that look through mail open every link. */
function Confirm({ found: { email, from }, token, onDone }: { found: Found; token: string; onDone: (done: Done) => void }) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, whole, isSlow } = useAuthForm(nothing, async (_, settle) => {
    const answer = await sendForm(confirmEmail, { token });
    settle();
    onDone(answer);
  });
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} isSlow={isSlow} />
      <p>
        <Trans>
          The account with the email <bdi>{from}</bdi> uses <bdi>{email}</bdi> from now on. Go on only if that account is yours.
        </Trans>
      </p>
      <Button type="submit" variant="primary" autoFocus isFullWidth isPending={isSending} pendingLabel={t`Changing`}>
        <Trans>Change the email</Trans>
      </Button>
    </form>
  );
}
