import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { settingNumber } from "#features/portal/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { passwordForm } from "../contract.ts";
import { FormNotes } from "./form-notes.tsx";
import { changePassword } from "./hooks.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { leaveFor, ownReturnUrl } from "./own-page.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** `/v/auth/passwordChange`: asks for the present and a new password, and confirms the change before it continues. */
export default function PasswordChangePage() {
  const { t } = useLingui();
  const { User, PortalSettings } = useEnvironment();
  const returnUrl = ownReturnUrl();
  const [next, setNext] = useState<string | null>(null);
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(passwordForm, async (values, settle) => {
    const { redirect } = await changePassword({ ...values, returnUrl });
    settle();
    setNext(redirect);
  });
  return (
    <div className="page">
      <PageHeader
        title={t`Password change`}
        description={next === null && <Trans>Afterwards you stay signed in here and are signed out everywhere else.</Trans>}
      />
      {next !== null ? (
        <div className="form">
          <Banner tone="success" role="status" title={t`Your password was changed`}>
            <Trans>You were signed out in your other browsers.</Trans>
          </Banner>
          <div className="form-actions">
            <Button variant="primary" autoFocus onPress={() => leaveFor(next)}>
              <Trans>Continue</Trans>
            </Button>
          </div>
        </div>
      ) : (
        <form ref={form} className="form" noValidate onSubmit={onSubmit}>
          <FormNotes whole={whole} isSlow={isSlow} />
          {/* Tells password managers which account this password belongs to. */}
          <input type="email" autoComplete="username" value={User.Email} readOnly hidden />
          <PasswordField label={t`Current password`} {...field("currentPassword")} autoComplete="current-password" />
          <NewPasswordField
            label={t`New password`}
            {...field("newPassword")}
            minLength={settingNumber(PortalSettings, "passwordMinLength")}
          />
          <div className="form-actions">
            <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Changing`}>
              <Trans>Change password</Trans>
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
