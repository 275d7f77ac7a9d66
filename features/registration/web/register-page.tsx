import { Trans, useLingui } from "@lingui/react/macro";
import { useLayoutEffect, useState } from "react";
import { AuthFrame } from "#features/auth/web/auth-frame.tsx";
import { sendForm } from "#features/auth/web/hooks.ts";
import { useLinkSecret } from "#features/auth/web/letter-link.tsx";
import { LoginFailed } from "#features/auth/web/login-failed.tsx";
import { leaveFor, ownReturnUrl, withReturnUrl } from "#features/auth/web/own-page.ts";
import { CodeForm } from "#features/codes/web/code-form.tsx";
import { GetsList } from "#features/codes/web/gets-list.tsx";
import { keepCode, takeCode, pathOfUsing } from "#features/codes/web/kept-code.ts";
import { environment, type EnvironmentNoUser, settingNumber } from "#features/portal/contract.ts";
import type { Result } from "#platform/contract.ts";
import { call, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { registrationByCode, registrationForm } from "../contract.ts";
import type { ConfirmForm } from "./confirm-form.tsx";
import type { Frame } from "./frame.ts";
import { RegisterForm } from "./register-form.tsx";

type Form = Result<typeof registrationForm> & Partial<Pick<Result<typeof registrationByCode>, "gets">>;

/**
 * `/v/auth/register`: somebody makes an account. Behind # is the secret of the letter that confirms their email, or a code that lets them in (`#code=…`); either leaves the
 * address at once, so that no history keeps it.
 */
export default function RegisterPage({ portal }: { portal: EnvironmentNoUser }) {
  // First, since a code behind # is no secret of a letter.
  const [code] = useState(takeCode);
  const token = useLinkSecret();
  const frame = {
    portalName: portal.PortalName,
    logo: portal.Logo ?? portal.MobileLogo,
    minLength: settingNumber(portal.PortalSettings, "passwordMinLength"),
  };
  return token ? <Confirm token={token} frame={frame} /> : <Register portal={portal} frame={frame} linked={code} />;
}

/** The link of the letter: its form is loaded for whoever has one. */
function Confirm(props: { token: string; frame: Frame }) {
  const [part, setPart] = useState<{ Form: typeof ConfirmForm } | "failed" | null>(null);
  useLayoutEffect(() => {
    import("./confirm-form.tsx").then(
      ({ ConfirmForm: Form }) => setPart({ Form }),
      () => setPart("failed"),
    );
  }, []);
  if (part === "failed") return <LoginFailed error={null} />;
  return part && <part.Form {...props} />;
}

/** Asks by a code; null where somebody is signed in, who uses it as a member. */
async function formByCode(code: string): Promise<Form | null> {
  const isSignedIn = await call(environment).then(
    ({ validPortal }) => validPortal,
    () => false,
  );
  return isSignedIn ? null : sendForm(registrationByCode, { code });
}

/** linked: the code of the link that was opened. */
function Register({ portal, frame, linked }: { portal: EnvironmentNoUser; frame: Frame; linked: string | null }) {
  const { t } = useLingui();
  const returnUrl = ownReturnUrl();
  const [code, setCode] = useState(linked);
  const [form, setForm] = useState<Form | CallError | null>(null);
  const [sent, setSent] = useState<{ email: string; hours: number; isMailed: boolean } | null>(null);
  useLayoutEffect(() => {
    const asking = new AbortController();
    const asked = linked === null ? call(registrationForm, undefined, { signal: asking.signal }) : formByCode(linked);
    asked.then(
      (found) => {
        if (asking.signal.aborted) return;
        if (found) setForm(found);
        else leaveFor(pathOfUsing);
      },
      (error: unknown) => {
        if (error instanceof CallError && !asking.signal.aborted) setForm(error);
      },
    );
    return () => asking.abort();
  }, [linked]);
  /** Takes a code that was typed. Throws why it does not work. */
  const take = async (typed: string) => {
    const found = await sendForm(registrationByCode, { code: typed });
    keepCode(typed);
    setCode(typed);
    setForm(found);
  };
  const onSent = (one: typeof sent) => {
    // The registration has the code now.
    keepCode(null);
    setSent(one);
  };
  const foot = (
    <p className="auth-forgot">
      <a href={code === null ? withReturnUrl("/v/auth/login", returnUrl) : pathOfUsing}>{t`I have an account already`}</a>
    </p>
  );
  if (sent)
    return (
      <AuthFrame title={t`Look into your email`} {...frame} foot={foot}>
        <div className="stack">
          {sent.isMailed ? (
            <Banner tone="success" role="status">
              <Trans>
                An email to <bdi>{sent.email}</bdi> is on its way. Its link goes on with your registration, once, for {sent.hours} hours.
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
  if (form instanceof CallError && code !== null && !form.temporary)
    return (
      <AuthFrame title={t`Use a code`} {...frame} foot={foot}>
        <CodeForm code={code} refusal={form.message} send={take} isFocused />
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
        <OwnCode send={take} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t`Create an account`}
      {...frame}
      notes={
        <>
          {form?.gets && (
            <Banner tone="success" role="status">
              {form.gets.length > 0 ? (
                <>
                  <p>
                    <Trans>Your code works. With it you get:</Trans>
                  </p>
                  <GetsList gets={form.gets} />
                </>
              ) : (
                <Trans>Your code works: it lets you in.</Trans>
              )}
            </Banner>
          )}
          <p>
            {form?.mode === "approval" ? (
              <Trans>You confirm your email, then somebody lets you in.</Trans>
            ) : (
              <Trans>You confirm your email, then choose a password.</Trans>
            )}
          </p>
        </>
      }
      foot={foot}
    >
      {form && <RegisterForm key={code} form={form} code={code} returnUrl={returnUrl} onSent={onSent} />}
      {form && !form.gets && <OwnCode send={take} />}
    </AuthFrame>
  );
}

/** Where somebody types a code who came without its link. */
function OwnCode({ send }: { send: (code: string) => Promise<void> }) {
  const [isTyping, setTyping] = useState(false);
  if (isTyping) return <CodeForm send={send} isFocused isBeside />;
  return (
    <Button isFullWidth onPress={() => setTyping(true)}>
      <Trans>I have a code</Trans>
    </Button>
  );
}
