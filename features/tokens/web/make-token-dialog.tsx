import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Time } from "#ui/time.tsx";
import { longestTokenName, mostDays, usualDays } from "../contract.ts";
import type { Scope } from "../scopes.ts";
import { useMakeToken } from "./hooks.ts";
import { useScopeWords } from "./use-scope-words.ts";

type Props = { offered: readonly Scope[]; onClose: () => void };

const lives = [7, 30, usualDays, 180, mostDays].map(String);

/** Asks what a new token is for, makes it, and shows its secret this one time. */
export default function MakeTokenDialog({ offered, onClose }: Props) {
  const { t } = useLingui();
  const words = useScopeWords();
  const make = useMakeToken();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [days, setDays] = useState(String(usualDays));
  const [isTried, setTried] = useState(false);
  const { data: made, error } = make;
  const refusals = error instanceof CallError ? error.errors : [];
  const refused = (field: string) => refusals.find((one) => one.field.split(".")[0] === field)?.message;
  if (made) return <Secret secret={made.secret} expiresAt={made.token.expiresAt} onClose={onClose} />;

  const send = () => {
    setTried(true);
    if (name.trim() && scopes.length > 0) make.mutate({ name, scopes, days: Number(days) });
  };
  return (
    <FormDialog
      title={t`Make an API token`}
      onClose={onClose}
      action={<Trans>Make the token</Trans>}
      onAction={send}
      isPending={make.isPending}
      pendingLabel={t`Making the token`}
      failure={error && refusals.length === 0 ? error.message : undefined}
    >
      <TextField
        label={t`Name`}
        description={t`What uses it, such as a nightly sync. Only you and admins see it.`}
        autoComplete="off"
        maxLength={longestTokenName}
        value={name}
        onChange={setName}
        error={isTried && !name.trim() ? t`Give the token a name.` : refused("name")}
      />
      <CheckboxGroup
        label={t`What it may do`}
        description={t`Never more than you may do yourself at that moment.`}
        options={offered.map((id) => ({ id, label: words[id], description: id }))}
        value={scopes}
        onChange={setScopes}
        error={isTried && scopes.length === 0 ? t`Choose what the token may do.` : refused("scopes")}
      />
      <Select
        label={t`Works for`}
        options={lives.map((id) => {
          const count = Number(id);
          return { id, label: count === mostDays ? t`1 year` : t`${plural(count, { one: "# day", other: "# days" })}` };
        })}
        value={days}
        onChange={setDays}
        error={refused("days")}
      />
    </FormDialog>
  );
}

function Secret({ secret, expiresAt, onClose }: { secret: string; expiresAt: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Your new API token`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="stack">
        <Banner tone="warning" role="status" title={t`Copy the token now`}>
          <Trans>
            It is shown only this once. It works until <Time instant={expiresAt} />.
          </Trans>
        </Banner>
        <div className="token-secret" dir="ltr">
          <CopyId label={t`Token`} value={secret} />
        </div>
        <p className="muted">
          <Trans>Whoever has it can do with it what you allowed. Keep it like a password, and revoke it when it is no longer needed.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
