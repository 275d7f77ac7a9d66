import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { AuthFrame } from "#features/auth/web/auth-frame.tsx";
import { FormNotes } from "#features/auth/web/form-notes.tsx";
import { sendForm } from "#features/auth/web/hooks.ts";
import { BrokenLink, useLinkSecret, useLookedAtLink, useNextPlace } from "#features/auth/web/letter-link.tsx";
import { leaveFor } from "#features/auth/web/own-page.ts";
import { PasswordChoice } from "#features/auth/web/password-choice.tsx";
import { useAuthForm } from "#features/auth/web/use-auth-form.ts";
import { type EnvironmentNoUser, settingNumber } from "#features/portal/contract.ts";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { acceptForm, acceptInvitation, lookAtInvitation } from "../contract.ts";

type Found = Result<typeof lookAtInvitation>;

/** `/v/auth/invitation`: the link of an invitation. Its secret stands behind # and leaves the address at once, so that no history keeps it. */
export default function InvitationPage({ portal }: { portal: EnvironmentNoUser }) {
  const { t } = useLingui();
  const token = useLinkSecret();
  const found = useLookedAtLink(lookAtInvitation, token);
  const [next, setNext] = useState<string | null>(null);
  useNextPlace(next);
  const portalName = portal.PortalName;
  const frame = { portalName, logo: portal.Logo ?? portal.MobileLogo };
  if (next !== null)
    return (
      <AuthFrame title={t`Welcome`} {...frame}>
        <div className="stack">
          <Banner tone="success" role="status">
            <Trans>You belong to this portal now. Sign in to begin.</Trans>
          </Banner>
          <Button variant="primary" autoFocus isFullWidth onPress={() => leaveFor(next)}>
            <Trans>Sign in</Trans>
          </Button>
        </div>
      </AuthFrame>
    );
  if (token === "" || found instanceof CallError)
    return (
      <BrokenLink frame={frame} error={found instanceof CallError ? found : null}>
        <a href="/v/auth/login">{t`Sign in`}</a>
      </BrokenLink>
    );
  return (
    <AuthFrame
      title={t`You are invited`}
      {...frame}
      notes={
        <p>
          <Trans>The people who run this portal have invited you.</Trans>
        </p>
      }
    >
      {found && (
        <Accept found={found} token={token} minLength={settingNumber(portal.PortalSettings, "passwordMinLength")} onDone={setNext} />
      )}
    </AuthFrame>
  );
}

const nothing = z.object({});

interface AcceptProps {
  readonly found: Found;
  readonly token: string;
  readonly minLength: number;
  readonly onDone: (redirect: string) => void;
}

function Accept({ found: { email, hasAccount }, token, minLength, onDone }: AcceptProps) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(
    (hasAccount ? nothing : acceptForm) as typeof acceptForm,
    async (values, settle) => {
      const { redirect } = await sendForm(acceptInvitation, { token, ...(!hasAccount && values) });
      settle();
      onDone(redirect);
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
            Say who you are, and choose the password with which <bdi>{email}</bdi> signs in.
          </Trans>
        }
      >
        <TextField label={t`Given name`} {...field("givenName")} autoFocus autoComplete="given-name" dir="auto" maxLength={80} />
        <TextField label={t`Family name`} {...field("familyName")} autoComplete="family-name" dir="auto" maxLength={80} />
      </PasswordChoice>
      <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Accepting`}>
        <Trans>Accept the invitation</Trans>
      </Button>
    </form>
  );
}
