import { Trans, useLingui } from "@lingui/react/macro";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { SafeHtml } from "#features/portal/web/safe-html.tsx";
import { Banner } from "#ui/banner.tsx";
import { aboutLinks, settingOn } from "#features/portal/contract.ts";
import { letsRegister } from "#features/portal/web/lets-register.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { loginForm } from "../contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { EmailField } from "./email-field.tsx";
import { FormNotes } from "./form-notes.tsx";
import { signIn } from "./hooks.ts";
import { leaveFor, ownReturnUrl, withReturnUrl } from "./own-page.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SystemBanner } from "./system-banner.tsx";
import { useAuthForm } from "./use-auth-form.ts";

const [contact, copyright, privacy] = aboutLinks;

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
      <SystemBanner html={portal.systemAnnouncement} />
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
          <p className="auth-forgot">
            <a href={withReturnUrl("/v/auth/forgot", returnUrl)}>{t`Forgot your password?`}</a>
          </p>
          {settingOn(portal.PortalSettings, "signInByLink") && (
            <p className="auth-forgot">
              <a href={withReturnUrl("/v/auth/link", returnUrl)}>{t`Sign in by a link in an email`}</a>
            </p>
          )}
          {letsRegister(portal) && (
            <p className="auth-forgot">
              <a href={withReturnUrl("/v/auth/register", returnUrl)}>{t`Create an account`}</a>
            </p>
          )}
          {portal.Welcome && (
            <div className="auth-welcome" lang={portal.Welcome.Language}>
              <SafeHtml html={portal.Welcome.Html} />
            </div>
          )}
          <nav className="auth-links" aria-label={t`About this portal`}>
            {portal.PublicCourses && <a href="/v/public/courses">{t`Courses`}</a>}
            <a href={contact}>{t`Contact`}</a>
            <a href={copyright}>{t`Copyright`}</a>
            <a href={privacy}>{t`Privacy`}</a>
          </nav>
        </>
      }
    >
      <form ref={form} className="form" noValidate onSubmit={onSubmit}>
        <FormNotes whole={whole} isSlow={isSlow} />
        <EmailField {...field("email")} autoFocus />
        <PasswordField label={t`Password`} {...field("password")} autoComplete="current-password" />
        <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Signing in`}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <PasskeyButton returnUrl={returnUrl} />
    </AuthFrame>
  );
}
