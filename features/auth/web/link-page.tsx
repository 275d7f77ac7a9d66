import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { type EnvironmentNoUser, settingOn } from "#features/portal/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { forgotForm } from "../contract.ts";
import { askForSignInLink, useSignInLink as signInLink } from "../link-contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { EmailField } from "./email-field.tsx";
import { FormNotes } from "./form-notes.tsx";
import { sendForm } from "./hooks.ts";
import { useLinkSecret } from "./letter-link.tsx";
import { leaveFor, ownReturnUrl, withReturnUrl } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

interface LinkPageProps {
  readonly portal: EnvironmentNoUser;
}

/** `/v/auth/link`: asks for a link to sign in, and is the page of that link. Its secret stands behind # and leaves the address at once, so that no history keeps it. */
export default function LinkPage({ portal }: LinkPageProps) {
  const { t } = useLingui();
  const token = useLinkSecret();
  const returnUrl = ownReturnUrl();
  const frame = {
    portalName: portal.PortalName,
    logo: portal.Logo ?? portal.MobileLogo,
    foot: (
      <p className="auth-forgot">
        <a href={withReturnUrl("/v/auth/login", returnUrl)}>{t`Sign in with a password`}</a>
      </p>
    ),
  };
  if (!settingOn(portal.PortalSettings, "signInByLink"))
    return (
      <AuthFrame title={t`No links to sign in here`} {...frame}>
        <p>
          <Trans>This portal sends no links to sign in.</Trans>
        </p>
      </AuthFrame>
    );
  return token ? <Use token={token} frame={frame} /> : <Ask frame={frame} returnUrl={returnUrl} />;
}

type Frame = Omit<Parameters<typeof AuthFrame>[0], "title" | "children">;
const nothing = z.object({});

/** The link itself. It is used by pressing, not by opening: programs that look through mail open every link. */
function Use({ token, frame }: { token: string; frame: Frame }) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, whole, isSlow } = useAuthForm(nothing, async () => {
    const { redirect } = await sendForm(signInLink, { token });
    leaveFor(redirect);
  });
  return (
    <AuthFrame
      title={t`Sign in`}
      notes={
        <p>
          <Trans>Your link works once. Press to sign in with it.</Trans>
        </p>
      }
      {...frame}
    >
      <form ref={form} className="form" noValidate onSubmit={onSubmit}>
        <FormNotes whole={whole} isSlow={isSlow} />
        <Button type="submit" variant="primary" autoFocus isFullWidth isPending={isSending} pendingLabel={t`Signing in`}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </AuthFrame>
  );
}

function Ask({ frame, returnUrl }: { frame: Frame; returnUrl: string | null }) {
  const { t } = useLingui();
  const [sent, setSent] = useState<{ email: string; minutes: number; isMailed: boolean } | null>(null);
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(forgotForm, async ({ email }, settle) => {
    const answer = await sendForm(askForSignInLink, { email, returnUrl });
    settle();
    setSent({ email, ...answer });
  });
  if (sent)
    return (
      <AuthFrame title={sent.isMailed ? t`Look into your email` : t`No email is sent from here`} {...frame}>
        <div className="stack">
          {sent.isMailed ? (
            <Banner tone="success" role="status">
              <Trans>
                If <bdi>{sent.email}</bdi> has an account here, a link to sign in is on its way.
              </Trans>{" "}
              {plural(sent.minutes, { one: "It works once, for # minute.", other: "It works once, for # minutes." })}
            </Banner>
          ) : (
            <Banner tone="warning" role="status">
              <Trans>This installation has no mail server, so no link can reach you. Sign in with your password.</Trans>
            </Banner>
          )}
          <Button isFullWidth autoFocus onPress={() => setSent(null)}>
            <Trans>Try another email</Trans>
          </Button>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t`Sign in by email`}
      notes={
        <p>
          <Trans>Enter the email you sign in with. A link that signs you in comes by mail.</Trans>
        </p>
      }
      {...frame}
    >
      <form ref={form} className="form" noValidate onSubmit={onSubmit}>
        <FormNotes whole={whole} isSlow={isSlow} />
        <EmailField {...field("email")} autoFocus />
        <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Asking for a link`}>
          <Trans>Send the link</Trans>
        </Button>
      </form>
    </AuthFrame>
  );
}
