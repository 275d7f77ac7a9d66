import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deviceOf } from "#platform/device.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { confirmForm, type Factors } from "../factor-contract.ts";
import { factorsQuery, removePasskey, removeTotp, renamePasskey, renewRecovery, useDistrustBrowser } from "./factor-hooks.ts";
import { FormNotes } from "./form-notes.tsx";
import { type OwnPasskey, OwnPasskeys, RenamePasskey } from "./own-passkeys.tsx";
import { PasskeySetup } from "./passkey-setup.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetup } from "./totp-setup.tsx";
import { useAuthForm } from "./use-auth-form.ts";
import "./factors.css";

type Doing = "totp" | "remove-totp" | "recovery" | "passkey" | { rename: OwnPasskey } | { remove: OwnPasskey } | null;

/** The person's own second factors and the browsers that need none: a part of My account. */
export default function OwnFactors() {
  const { t } = useLingui();
  const query = useQuery(factorsQuery);
  const [doing, setDoing] = useState<Doing>(null);
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`Your second factors could not be loaded`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={3}
      />
    );
  if (!query.data) return <Skeleton count={3} />;
  const factors = query.data;
  return (
    <>
      <p className="muted">
        <Trans>With a second factor nobody gets into your account with the password alone.</Trans>{" "}
        {factors.isRequired && <Trans>This portal asks you for one.</Trans>}
      </p>
      <ul className="factor-list">
        <li>
          <span className="factor-words">
            <strong>
              <Trans>Authenticator app</Trans>
            </strong>
            <span className="muted small">
              {factors.totpSince ? (
                <Trans>
                  Since <Time instant={factors.totpSince} kind="date" />
                </Trans>
              ) : (
                <Trans>A code from an app on your phone at each sign-in</Trans>
              )}
            </span>
          </span>
          <span className="row">
            <Button size="s" onPress={() => setDoing("totp")}>
              {factors.totpSince ? <Trans>Move to another device</Trans> : <Trans>Set up</Trans>}
            </Button>
            {factors.totpSince && (
              <Button size="s" variant="quiet" onPress={() => setDoing("remove-totp")} aria-label={t`Remove the authenticator app`}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </span>
        </li>
        <OwnPasskeys
          passkeys={factors.passkeys}
          onAdd={() => setDoing("passkey")}
          onRename={(rename) => setDoing({ rename })}
          onRemove={(remove) => setDoing({ remove })}
        />
        {factors.recoveryLeft !== null && (
          <li>
            <span className="factor-words">
              <strong>
                <Trans>Recovery codes</Trans>
              </strong>
              <span className="muted small">
                <Plural value={factors.recoveryLeft} one="# code is left" other="# codes are left" />
              </span>
            </span>
            <Button size="s" onPress={() => setDoing("recovery")}>
              <Trans>Make new codes</Trans>
            </Button>
          </li>
        )}
      </ul>
      <TrustedBrowsers browsers={factors.browsers} />
      <FactorDialog doing={doing} onClose={() => setDoing(null)} />
    </>
  );
}

function FactorDialog({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const titleOf = (what: Doing) => {
    if (what === null || what === "totp") return t`Set up an authenticator app`;
    if (typeof what === "object") return "rename" in what ? t`Rename the passkey` : t`Remove the passkey`;
    return { "remove-totp": t`Remove the authenticator app`, recovery: t`New recovery codes`, passkey: t`Add a passkey` }[what];
  };
  const removing = t`You are signed out in your other browsers. Without another second factor your password is enough to get in.`;
  const close = () => {
    setCodes(null);
    onClose();
  };
  const changed = (made: readonly string[] | null, said: string) => {
    void client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    toast({ tone: "success", title: said });
    if (made) setCodes(made);
    else close();
  };
  return (
    <Dialog
      title={codes ? t`Recovery codes` : titleOf(doing)}
      isOpen={doing !== null}
      onOpenChange={(open) => !open && close()}
      footer={
        codes && (
          <Button variant="primary" onPress={close}>
            <Trans>I have kept them</Trans>
          </Button>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : doing === "totp" ? (
        <TotpSetup asksPassword onDone={({ recoveryCodes }) => changed(recoveryCodes, t`The authenticator app is set up`)} />
      ) : doing === "passkey" ? (
        <PasskeySetup asksPassword onDone={({ recoveryCodes }) => changed(recoveryCodes, t`The passkey is added`)} />
      ) : typeof doing === "object" && doing !== null ? (
        "rename" in doing ? (
          <RenamePasskey
            name={doing.rename.name}
            send={async (name) => {
              await renamePasskey(doing.rename.id, name);
              changed(null, t`The passkey is renamed`);
            }}
          />
        ) : (
          <PasswordForm
            label={t`Remove`}
            note={removing}
            send={async (password) => {
              await removePasskey(doing.remove.id, password);
              changed(null, t`The passkey is removed`);
            }}
          />
        )
      ) : doing === "recovery" ? (
        <PasswordForm
          label={t`Make new codes`}
          note={t`The codes that you have now no longer work then.`}
          send={async (password) => changed((await renewRecovery(password)).recoveryCodes, t`New codes are made`)}
        />
      ) : (
        <PasswordForm
          label={t`Remove`}
          note={t`From then on your password is enough to get in. You are signed out in your other browsers.`}
          send={async (password) => {
            await removeTotp(password);
            changed(null, t`The authenticator app is removed`);
          }}
        />
      )}
    </Dialog>
  );
}

/** Asks for the password before something that protects the account changes. */
export function PasswordForm({ label, note, send }: { label: string; note: string; send: (password: string) => Promise<void> }) {
  const { t } = useLingui();
  const { form, onSubmit, isSending, field, whole, isSlow } = useAuthForm(confirmForm, async ({ password }, settle) => {
    await send(password);
    settle();
  });
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <p>{note}</p>
      <FormNotes whole={whole} isSlow={isSlow} />
      <PasswordField label={t`Your password`} {...field("password")} autoComplete="current-password" autoFocus />
      <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Checking`}>
        {label}
      </Button>
    </form>
  );
}

/** The browsers in which the second factor is not asked for, with a button to end that. */
function TrustedBrowsers({ browsers }: { browsers: Factors["browsers"] }) {
  const { t } = useLingui();
  const forget = useDistrustBrowser();
  if (browsers.length === 0) return null;
  return (
    <>
      <h3>
        <Trans>Browsers that are not asked again</Trans>
      </h3>
      <ul className="factor-list">
        {browsers.map(({ id, userAgent, ip, trustedUntil, isCurrent }) => {
          const { browser, system } = deviceOf(userAgent);
          const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown browser`);
          return (
            <li key={id}>
              <span className="factor-words">
                <strong>
                  <bdi>{name}</bdi> {isCurrent && <Trans>(this browser)</Trans>}
                </strong>
                <span className="muted small">
                  <Trans>
                    From <bdi>{ip}</bdi>, until <Time instant={trustedUntil} kind="date" />
                  </Trans>
                </span>
              </span>
              <Button
                size="s"
                onPress={() => forget.mutate(id)}
                isPending={forget.isPending && forget.variables === id}
                pendingLabel={t`Ending`}
                aria-label={t`Ask again: ${name}`}
              >
                <Trans>Ask again</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
