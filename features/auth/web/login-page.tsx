import { Trans, useLingui } from "@lingui/react/macro";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { SafeHtml } from "#features/portal/web/safe-html.tsx";
import { Banner } from "#ui/banner.tsx";
import { aboutLinks } from "#features/portal/contract.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { loginForm } from "../contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormNotes } from "./form-notes.tsx";
import { signIn } from "./hooks.ts";
import { leaveFor, ownReturnUrl } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

const [contact, copyright, privacy] = Object.keys(aboutLinks);

/** `/v/auth/login`: email and password of this portal, then the requested page or the dashboard. portal is null on an unknown host. */
export function LoginPage({ portal }: { portal: EnvironmentNoUser | null }) {
  const { t } = useLingui();
  const returnUrl = ownReturnUrl();
  const search = new URLSearchParams(window.location.search);
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(loginForm, async ({ email, password }) => {
    const { redirect } = await signIn({ email, password, returnUrl });
    leaveFor(redirect);
  });

  if (!portal)
    return (
      <AuthFrame title={t`No portal here`}>
        <p>
          <Trans>There is no portal at this address. Check the address, or ask the person who gave it to you.</Trans>
        </p>
      </AuthFrame>
    );

  const notes = (
    <>
      {portal.systemAnnouncement && (
        <Banner>
          <SafeHtml html={portal.systemAnnouncement} className="stack-s" />
        </Banner>
      )}
      {search.has("ended") ? (
        <Banner tone="warning">
          <Trans>You were signed out. Sign in to go on.</Trans>
        </Banner>
      ) : (
        returnUrl && (
          <Banner tone="neutral">
            <Trans>Sign in to open the page you asked for.</Trans>
          </Banner>
        )
      )}
    </>
  );
  return (
    <AuthFrame
      title={t`Sign in`}
      portalName={portal.PortalName}
      logo={portal.Logo ?? portal.MobileLogo}
      notes={notes}
      foot={
        <>
          <ForgotPassword contact={portal.Contact} />
          <nav className="auth-links" aria-label={t`About this portal`}>
            <a href={contact}>{t`Contact`}</a>
            <a href={copyright}>{t`Copyright`}</a>
            <a href={privacy}>{t`Privacy`}</a>
          </nav>
        </>
      }
    >
      <form ref={form} className="form" noValidate onSubmit={onSubmit}>
        <FormNotes whole={whole} isSlow={isSlow} />
        <TextField
          label={t`Email`}
          {...field("email")}
          autoFocus
          type="email"
          inputMode="email"
          autoComplete="username"
          spellCheck="false"
          dir="ltr"
        />
        <PasswordField label={t`Password`} {...field("password")} autoComplete="current-password" />
        <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Signing in`}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </AuthFrame>
  );
}

/** Nobody but the portal's own people can give a new password, so the page says who they are. */
function ForgotPassword({ contact: { Email, Phone } }: { contact: EnvironmentNoUser["Contact"] }) {
  const write = <a href={`mailto:${Email}`}>{Email}</a>;
  const call = <a href={`tel:${Phone.replace(/[^+\d]/g, "")}`}>{Phone}</a>;
  return (
    <p className="auth-forgot">
      <strong>
        <Trans>Forgot your password?</Trans>
      </strong>{" "}
      {Email && Phone ? (
        <Trans>
          Write to <bdi>{write}</bdi> or call <bdi className="num">{call}</bdi> to get a new one.
        </Trans>
      ) : Email ? (
        <Trans>
          Write to <bdi>{write}</bdi> to get a new one.
        </Trans>
      ) : Phone ? (
        <Trans>
          Call <bdi className="num">{call}</bdi> to get a new one.
        </Trans>
      ) : (
        <Trans>Ask the person who invited you for a new one.</Trans>
      )}
    </p>
  );
}
