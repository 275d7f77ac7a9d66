import { Trans, useLingui } from "@lingui/react/macro";
import { useLayoutEffect, useState } from "react";
import { AuthFrame } from "#features/auth/web/auth-frame.tsx";
import { ownReturnUrl, withReturnUrl } from "#features/auth/web/own-page.ts";
import { type EnvironmentNoUser, settingNumber } from "#features/portal/contract.ts";
import type { Result } from "#platform/contract.ts";
import { call, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { registrationForm } from "../contract.ts";
import { ConfirmForm } from "./confirm-form.tsx";
import type { Frame } from "./frame.ts";
import { RegisterForm } from "./register-form.tsx";

type Form = Result<typeof registrationForm>;

/**
 * `/v/auth/register`: somebody makes an account. With a secret behind # it is the link of the letter that confirms their email; the secret leaves the address at once, so
 * that no history keeps it.
 */
export default function RegisterPage({ portal }: { portal: EnvironmentNoUser }) {
  const [token] = useState(() => location.hash.slice(1));
  useLayoutEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  const frame = {
    portalName: portal.PortalName,
    logo: portal.Logo ?? portal.MobileLogo,
    minLength: settingNumber(portal.PortalSettings, "passwordMinLength"),
  };
  return token ? <ConfirmForm token={token} frame={frame} /> : <Register portal={portal} frame={frame} />;
}

function Register({ portal, frame }: { portal: EnvironmentNoUser; frame: Frame }) {
  const { t } = useLingui();
  const returnUrl = ownReturnUrl();
  const [form, setForm] = useState<Form | CallError | null>(null);
  const [sent, setSent] = useState<{ email: string; hours: number; isMailed: boolean } | null>(null);
  useLayoutEffect(() => {
    const asking = new AbortController();
    call(registrationForm, undefined, { signal: asking.signal }).then(setForm, (error: unknown) => {
      if (error instanceof CallError && !asking.signal.aborted) setForm(error);
    });
    return () => asking.abort();
  }, []);
  const foot = (
    <p className="auth-forgot">
      <a href={withReturnUrl("/v/auth/login", returnUrl)}>{t`I have an account already`}</a>
    </p>
  );
  if (sent)
    return (
      <AuthFrame title={t`Look into your email`} {...frame} foot={foot}>
        <div className="stack">
          {sent.isMailed ? (
            <Banner tone="success" role="status">
              <Trans>
                A letter to <bdi>{sent.email}</bdi> is on its way. Its link goes on with your registration, once, for {sent.hours} hours.
              </Trans>
            </Banner>
          ) : (
            <Banner tone="warning" role="status">
              <Trans>
                Your registration is kept, but this installation has no mail server. The people who run the portal can let you in by hand.
              </Trans>
            </Banner>
          )}
          <Button isFullWidth autoFocus onPress={() => setSent(null)}>
            <Trans>Back to the form</Trans>
          </Button>
        </div>
      </AuthFrame>
    );
  if (form instanceof CallError)
    return (
      <AuthFrame title={t`Create an account`} {...frame} foot={foot}>
        <div className="stack">
          <Banner tone="danger" role="alert">
            {form.message}
          </Banner>
          <Button variant="primary" onPress={() => location.reload()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      </AuthFrame>
    );
  if (form?.mode === "off")
    return (
      <AuthFrame title={t`Nobody registers here`} {...frame} foot={foot}>
        <p>
          <Trans>The people who run this portal add everybody themselves. Ask them for an account.</Trans>
        </p>
        {portal.Contact.Email && (
          <p>
            <a href={`mailto:${portal.Contact.Email}`}>
              <bdi>{portal.Contact.Email}</bdi>
            </a>
          </p>
        )}
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t`Create an account`}
      {...frame}
      notes={
        <p>
          {form?.mode === "approval" ? (
            <Trans>You confirm your email, then somebody lets you in.</Trans>
          ) : (
            <Trans>You confirm your email, then choose a password.</Trans>
          )}
        </p>
      }
      foot={foot}
    >
      {form && <RegisterForm form={form} returnUrl={returnUrl} onSent={setSent} />}
    </AuthFrame>
  );
}
