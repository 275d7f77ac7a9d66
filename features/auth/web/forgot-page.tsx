import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { forgotForm } from "../contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { EmailField } from "./email-field.tsx";
import { FormNotes } from "./form-notes.tsx";
import { askForLink } from "./hooks.ts";
import { ownReturnUrl, withReturnUrl } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** `/v/auth/forgot`: asks for a link to a new password. What it says then is the same for everybody, so that it tells of no account. */
export default function ForgotPage({ portal }: { portal: EnvironmentNoUser }) {
  const { t } = useLingui();
  const returnUrl = ownReturnUrl();
  const [sent, setSent] = useState<{ email: string; minutes: number; isMailed: boolean } | null>(null);
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(forgotForm, async ({ email }, settle) => {
    const answer = await askForLink({ email, returnUrl });
    settle();
    setSent({ email, ...answer });
  });
  const frame = {
    portalName: portal.PortalName,
    logo: portal.Logo ?? portal.MobileLogo,
    foot: (
      <>
        <WhoHelps contact={portal.Contact} />
        <p className="auth-forgot">
          <a href={withReturnUrl("/v/auth/login", returnUrl)}>{t`Back to sign in`}</a>
        </p>
      </>
    ),
  };
  if (sent && !sent.isMailed)
    return (
      <AuthFrame title={t`No email is sent from here`} {...frame}>
        <Banner tone="warning" role="status">
          <Trans>This installation has no mail server, so no link can reach you. Ask the people below for a new password.</Trans>
        </Banner>
      </AuthFrame>
    );
  if (sent)
    return (
      <AuthFrame title={t`Look into your email`} {...frame}>
        <div className="stack">
          <Banner tone="success" role="status">
            <Trans>
              If <bdi>{sent.email}</bdi> has an account here, a link to a new password is on its way.
            </Trans>{" "}
            {plural(sent.minutes, { one: "It works once, for # minute.", other: "It works once, for # minutes." })}
          </Banner>
          <p>
            <Trans>Nothing came? Look among the unwanted mail, and check that this is the email you sign in with.</Trans>
          </p>
          <Button isFullWidth autoFocus onPress={() => setSent(null)}>
            <Trans>Try another email</Trans>
          </Button>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t`Forgot your password?`}
      notes={
        <p>
          <Trans>Enter the email you sign in with. A link to a new password comes by mail.</Trans>
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

/** Who gives a new password where no mail arrives; nothing where the portal names nobody. */
function WhoHelps({ contact: { Email, Phone } }: { contact: EnvironmentNoUser["Contact"] }) {
  const write = <a href={`mailto:${Email}`}>{Email}</a>;
  const call = <a href={`tel:${Phone.replace(/[^+\d]/g, "")}`}>{Phone}</a>;
  return (
    <p className="auth-forgot">
      {Email && Phone ? (
        <Trans>
          No access to that mailbox? Write to <bdi>{write}</bdi> or call <bdi className="num">{call}</bdi>.
        </Trans>
      ) : Email ? (
        <Trans>
          No access to that mailbox? Write to <bdi>{write}</bdi>.
        </Trans>
      ) : Phone ? (
        <Trans>
          No access to that mailbox? Call <bdi className="num">{call}</bdi>.
        </Trans>
      ) : (
        <Trans>No access to that mailbox? Ask the person who invited you.</Trans>
      )}
    </p>
  );
}
