import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { askForEmail, emailForm, myEmail, type OwnEmail as Own, withdrawEmail } from "../email-contract.ts";
import { EmailField } from "./email-field.tsx";
import { FormNotes } from "./form-notes.tsx";
import { sendForm } from "./hooks.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** The person's own email. */
const emailQuery = queryOptions({
  queryKey: ["account", "email"],
  queryFn: ({ signal }) => call(myEmail, undefined, { signal }),
});

/** The email with which the person signs in, and the one that waits to be confirmed: a part of My account. */
export default function OwnEmail() {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(emailQuery);
  const [isChanging, setChanging] = useState(false);
  const show = (own: Own) => client.setQueryData(emailQuery.queryKey, own);
  const withdraw = useMutation({
    mutationFn: () => sendForm(withdrawEmail, undefined),
    onSuccess: (own) => {
      show(own);
      toast({ tone: "success", title: t`Your email stays as it is` });
    },
    onError: (error) => toast({ tone: "danger", title: t`The change was not withdrawn`, message: error.message }),
  });
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`Your email could not be loaded`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={3}
      />
    );
  if (!query.data) return <Skeleton count={2} />;
  const { email, isKept, pending, isMailed } = query.data;
  return (
    <>
      <p>
        <bdi>{email}</bdi>
      </p>
      {isKept ? (
        <p className="muted">
          <Trans>Another system keeps your email up to date. To change it, ask a portal admin.</Trans>
        </p>
      ) : isMailed ? (
        <p className="muted">
          <Trans>You sign in with it in all your portals, and mail goes there.</Trans>
        </p>
      ) : (
        <p className="muted">
          <Trans>This installation sends no mail, so no link can reach a new email. To change it, ask a portal admin.</Trans>
        </p>
      )}
      {pending && (
        <Banner
          tone="neutral"
          role="status"
          title={t`A new email waits to be confirmed`}
          action={
            <Button size="s" onPress={() => withdraw.mutate()} isPending={withdraw.isPending} pendingLabel={t`Withdrawing`}>
              <Trans>Withdraw the change</Trans>
            </Button>
          }
        >
          <Trans>
            Open the link that went to <bdi>{pending.email}</bdi>. It works until <Time instant={pending.until} />.
          </Trans>
        </Banner>
      )}
      {!isKept && isMailed && (
        <div>
          <Button icon={Mail} onPress={() => setChanging(true)}>
            <Trans>Change email</Trans>
          </Button>
        </div>
      )}
      <Dialog title={t`Change email`} width="s" isOpen={isChanging} onOpenChange={setChanging}>
        <ChangeForm
          email={email}
          onAsked={(own) => {
            show(own);
            setChanging(false);
            toast({ tone: "success", title: t`A link is on its way to the new email` });
          }}
        />
      </Dialog>
    </>
  );
}

function ChangeForm({ email, onAsked }: { email: string; onAsked: (own: Own) => void }) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(emailForm, async (values, settle) => {
    const own = await sendForm(askForEmail, values);
    settle();
    onAsked(own);
  });
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <p>
        <Trans>A link goes to the new email. Nothing changes before you open it; then you are signed out in your other browsers.</Trans>
      </p>
      <FormNotes whole={whole} isSlow={isSlow} />
      <EmailField label={t`New email`} {...field("email")} autoFocus autoComplete="email" />
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t`Your password`} {...field("password")} autoComplete="current-password" />
      <div className="form-actions">
        <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Checking`}>
          <Trans>Send the link</Trans>
        </Button>
      </div>
    </form>
  );
}
