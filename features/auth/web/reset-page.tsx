import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { useParams } from "react-router";
import { settingNumber } from "#features/portal/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { resetForm } from "../contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormNotes } from "./form-notes.tsx";
import { resetPassword } from "./hooks.ts";
import { useLinkSecret, useNextPlace } from "./letter-link.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { portalQuery } from "./portal-query.ts";
import { leaveFor, ownReturnUrl } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

const LanguageChoice = lazyPart(() => import("./language-choice.tsx"));

/** `/v/auth/reset`: whoever has a link sets a password. The token stands behind #; it is taken out of the address at once, so that no history keeps it. */
export default function ResetPage() {
  return (
    <>
      <LanguageChoice />
      <Reset />
    </>
  );
}

function Reset() {
  const { t } = useLingui();
  const { token: inPath } = useParams();
  const token = useLinkSecret(inPath);
  const [next, setNext] = useState<string | null>(null);
  useNextPlace(next);
  const { data } = useQuery(portalQuery);
  useLayoutEffect(() => {
    history.replaceState(history.state, "", location.pathname.replace(/(\/auth\/reset).*$/i, "$1") + location.search);
  }, []);
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(resetForm, async (values, settle) => {
    const { redirect } = await resetPassword({ ...values, token, returnUrl: ownReturnUrl() });
    settle();
    setNext(redirect);
  });
  const portal = data && "PortalName" in data ? { portalName: data.PortalName, logo: data.Logo } : {};
  const minLength = settingNumber(data && "PortalName" in data ? data.PortalSettings : undefined, "passwordMinLength");
  if (next !== null)
    return (
      <AuthFrame title={t`Your password is set`} {...portal}>
        <div className="stack">
          <Banner tone="success" role="status">
            <Trans>You were signed out everywhere. Sign in with the new password.</Trans>
          </Banner>
          <Button variant="primary" autoFocus isFullWidth onPress={() => leaveFor(next)}>
            <Trans>Sign in</Trans>
          </Button>
        </div>
      </AuthFrame>
    );
  if (token === "")
    return (
      <AuthFrame title={t`This link is not complete`} {...portal}>
        <div className="stack">
          <p>
            <Trans>Open it again as you got it, in one piece, or ask for a new one.</Trans>
          </p>
          <LinkButton to="/auth/login" reload variant="primary">
            <Trans>Sign in</Trans>
          </LinkButton>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t`Set your password`}
      {...portal}
      notes={
        <p>
          <Trans>The link works once.</Trans>
        </p>
      }
    >
      <form ref={form} className="form" noValidate onSubmit={onSubmit}>
        <FormNotes whole={whole} isSlow={isSlow} />
        <NewPasswordField label={t`New password`} {...field("newPassword")} minLength={minLength} />
        <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Setting your password`}>
          <Trans>Set the password</Trans>
        </Button>
      </form>
    </AuthFrame>
  );
}
