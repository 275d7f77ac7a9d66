import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { useState } from "react";
import { lacks } from "#features/portal/lacking.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";
import * as api from "../protection-contract.ts";
import { nameOf } from "./name-of.ts";

const protectionQuery = (userId: number) =>
  queryOptions({
    queryKey: ["people", userId, "protection"],
    queryFn: ({ signal }) => call(api.getProtection, { params: { userId } }, { signal }),
  });

/** Which second factors a person has; admins remove them, with a reason, for somebody who lost theirs. */
export function ProtectionPart({ person }: { person: Person }) {
  const { t } = useLingui();
  const { User } = useEnvironment();
  const mayReset = (User.IsAdmin || User.IsSystemAdmin) && !lacks(User, "reset-factors") && !person.locked;
  const mayUnlock = !lacks(User, "set-passwords");
  const { data } = useQuery({ ...protectionQuery(person.userId), enabled: mayReset });
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const unlock = useMutation({
    mutationFn: () => call(api.unlockSignIn, { params: { userId: person.userId } }),
    onSuccess: () => toast({ tone: "success", title: t`Sign-in is unlocked` }),
    onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: protectionQuery(person.userId).queryKey }),
  });
  if (!mayReset || !data) return null;
  const { totpSince, recoveryLeft, passkeys, isSlowed } = data;
  const hasNone = totpSince === null && passkeys === 0;
  return (
    <section className="card person-card" aria-labelledby="person-protection">
      <h2 id="person-protection">
        <Trans>Second factor</Trans>
      </h2>
      {isSlowed && (
        <Banner tone="warning" title={t`Sign-ins wait`}>
          <Trans>There were many wrong passwords, so sign-ins from new places wait up to 30 seconds.</Trans>
        </Banner>
      )}
      {hasNone && (
        <p className="muted">
          <Trans>None is set up.</Trans>
        </p>
      )}
      {totpSince && (
        <p>
          <Trans>
            Authenticator app, since <Time instant={totpSince} kind="date" />
          </Trans>
        </p>
      )}
      {passkeys > 0 && (
        <p>
          <Plural value={passkeys} one="# passkey" other="# passkeys" />
        </p>
      )}
      {recoveryLeft !== null && (
        <p>
          <Plural value={recoveryLeft} one="# recovery code is left" other="# recovery codes are left" />
        </p>
      )}
      {((isSlowed && mayUnlock) || !hasNone || recoveryLeft !== null) && (
        <div className="row">
          {isSlowed && mayUnlock && (
            <Button isPending={unlock.isPending} pendingLabel={t`Unlocking`} onPress={() => unlock.mutate()}>
              <Trans>Unlock sign-in</Trans>
            </Button>
          )}
          {(!hasNone || recoveryLeft !== null) && (
            <Button icon={ShieldOff} onPress={() => setAsking(true)}>
              <Trans>Remove second factor</Trans>
            </Button>
          )}
        </div>
      )}
      {isAsking && <ResetDialog person={person} onClose={() => setAsking(false)} />}
    </section>
  );
}

function ResetDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const name = nameOf(person);
  const reset = useMutation({
    mutationFn: () => call(api.resetProtection, { params: { userId: person.userId }, body: { reason } }),
    onSuccess: () => {
      toast({ tone: "success", title: t`The second factor of ${name} is removed` });
      onClose();
    },
    onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: protectionQuery(person.userId).queryKey }),
  });
  const send = () => {
    setTried(true);
    if (reason.trim()) reset.mutate();
  };
  return (
    <FormDialog
      title={t`Remove the second factor of ${name}`}
      onClose={onClose}
      action={<Trans>Remove</Trans>}
      onAction={send}
      isPending={reset.isPending}
      pendingLabel={t`Removing`}
      isDangerous
    >
      <p>
        <Trans>
          App, passkeys and recovery codes go, and they are signed out everywhere. The password alone lets them in until they set up a new
          second factor. Make sure that it is really them who ask. They are told, with your name and the reason.
        </Trans>
      </p>
      <TextArea
        label={t`Reason`}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={isTried && !reason.trim() ? t`Say why, in a few words.` : undefined}
      />
    </FormDialog>
  );
}
