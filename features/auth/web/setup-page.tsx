import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { setupForm } from "../contract.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { EmailField } from "./email-field.tsx";
import { FormNotes } from "./form-notes.tsx";
import { setUp } from "./hooks.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { setupStateQuery } from "./setup-state.ts";
import { leaveFor } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** `/v/setup`: creates the first portal and its system admin, once, in an empty database (decisions.md, Small things). */
export default function SetupPage() {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(setupStateQuery);
  const here = window.location.hostname;
  const [host, setHost] = useState(here);
  const isElsewhere = host.trim() !== "" && host.trim().toLowerCase().replace(/\.$/, "") !== here;
  const { form, onSubmit, isSending, field, whole } = useAuthForm(setupForm, async (values) => {
    const { redirect } = await setUp(values);
    leaveFor(redirect);
  });

  if (!data.needed)
    return (
      <AuthFrame title={t`Stoa is set up`}>
        <div className="stack">
          <p>
            <Trans>This page works once, and that has happened.</Trans>
          </p>
          <LinkButton to="/auth/login" reload variant="primary">
            <Trans>Sign in</Trans>
          </LinkButton>
        </div>
      </AuthFrame>
    );

  return (
    <AuthFrame
      title={t`Set up Stoa`}
      notes={
        <p>
          <Trans>Name the first portal and the person who runs it.</Trans>
        </p>
      }
    >
      <form ref={form} className="form" noValidate onSubmit={onSubmit}>
        <FormNotes whole={whole} />
        {data.tokenNeeded && (
          <TextField
            label={t`Set-up token`}
            {...field("token")}
            autoComplete="off"
            spellCheck="false"
            description={t`Printed where Stoa was started, unless STOA_SETUP_TOKEN gives one.`}
          />
        )}
        <fieldset className="auth-group">
          <legend>{t`The first portal`}</legend>
          <TextField label={t`Portal name`} {...field("portalName")} autoComplete="organization" dir="auto" maxLength={120} />
          <TextField
            label={t`Host name`}
            {...field("host")}
            dir="ltr"
            spellCheck="false"
            value={host}
            onChange={setHost}
            description={t`The name in the address, without http and port.`}
          />
          {isElsewhere && (
            <Banner tone="warning" role="status">
              <Trans>
                You opened this page at <bdi>{here}</bdi>. The portal will be at the name above and nowhere else: make sure that it leads to
                this server.
              </Trans>
            </Banner>
          )}
        </fieldset>
        <fieldset className="auth-group">
          <legend>{t`Its system admin`}</legend>
          <TextField label={t`Given name`} {...field("givenName")} autoComplete="given-name" dir="auto" maxLength={80} />
          <TextField label={t`Family name`} {...field("familyName")} autoComplete="family-name" dir="auto" maxLength={80} />
          <EmailField {...field("email")} />
          <NewPasswordField label={t`Password`} {...field("password")} minLength={data.minLength} />
        </fieldset>
        <Button type="submit" variant="primary" isFullWidth isPending={isSending} pendingLabel={t`Setting up`}>
          <Trans>Set up</Trans>
        </Button>
      </form>
    </AuthFrame>
  );
}
