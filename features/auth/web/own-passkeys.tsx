import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Time } from "#ui/time.tsx";
import { type Factors, passkeyForm } from "../factor-contract.ts";
import { FormNotes } from "./form-notes.tsx";
import { hasPasskeys } from "./passkeys.ts";
import { useAuthForm } from "./use-auth-form.ts";

export type OwnPasskey = Factors["passkeys"][number];

interface OwnPasskeysProps {
  passkeys: readonly OwnPasskey[];
  onAdd: () => void;
  onRename: (passkey: OwnPasskey) => void;
  onRemove: (passkey: OwnPasskey) => void;
}

/** The lines of the list of second factors that are about passkeys. */
export function OwnPasskeys({ passkeys, onAdd, onRename, onRemove }: OwnPasskeysProps) {
  const { t } = useLingui();
  return (
    <>
      {passkeys.map((passkey) => {
        const { id, name, madeAt, usedAt, isCopied } = passkey;
        return (
          <li key={id}>
            <span className="factor-words">
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span className="muted small">
                {isCopied ? (
                  <Trans>A copy of this passkey was used, so it opens nothing any more. Remove it.</Trans>
                ) : usedAt ? (
                  <Trans>
                    Passkey, last used <Time instant={usedAt} kind="date" />
                  </Trans>
                ) : (
                  <Trans>
                    Passkey, since <Time instant={madeAt} kind="date" />
                  </Trans>
                )}
              </span>
            </span>
            <span className="row">
              <Button size="s" onPress={() => onRename(passkey)} aria-label={t`Rename the passkey ${name}`}>
                <Trans>Rename</Trans>
              </Button>
              <Button size="s" variant="quiet" onPress={() => onRemove(passkey)} aria-label={t`Remove the passkey ${name}`}>
                <Trans>Remove</Trans>
              </Button>
            </span>
          </li>
        );
      })}
      <li>
        <span className="factor-words">
          <strong>
            <Trans>Passkeys</Trans>
          </strong>
          <span className="muted small">
            {hasPasskeys() ? (
              <Trans>Your finger, face or PIN on this device at each sign-in, here and in place of the password</Trans>
            ) : (
              <Trans>This browser has no passkeys</Trans>
            )}
          </span>
        </span>
        {hasPasskeys() && (
          <Button size="s" onPress={onAdd}>
            <Trans>Add a passkey</Trans>
          </Button>
        )}
      </li>
    </>
  );
}

/** Another name for a passkey. */
export function RenamePasskey({ name, send }: { name: string; send: (name: string) => Promise<void> }) {
  const { t } = useLingui();
  const [value, setValue] = useState(name);
  const { form, onSubmit, isSending, field, whole } = useAuthForm(passkeyForm, async (values, settle) => {
    await send(values.name);
    settle();
  });
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <FormNotes whole={whole} />
      <TextField label={t`Name of the passkey`} {...field("name")} value={value} onChange={setValue} autoFocus dir="auto" maxLength={80} />
      <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Saving`}>
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
