import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import { DayField } from "./day-field.tsx";
import { startOfDay } from "./days.ts";
import { useNameDeputy } from "./hooks.ts";
import "./roles.css";

/** Names who stands in for oneself, from one day to another. */
export default function DeputyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const zone = useZone();
  const [email, setEmail] = useState("");
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const name = useNameDeputy();

  function save() {
    if (name.isPending) return;
    setFailure("");
    const missing = {
      ...(email.trim() === "" && { email: t`Write an email address.` }),
      ...(until === "" && { endsAt: t`Say until when.` }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    name.mutate(
      { email, startsAt: from === "" ? null : startOfDay(from, zone), endsAt: startOfDay(until, zone, 1) },
      {
        onSuccess({ name: deputy }) {
          toast({ tone: "success", title: t`${deputy} stands in for you` });
          onClose();
        },
        onError(error) {
          const fields = error instanceof CallError ? error.errors : [];
          setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
          if (fields.length === 0) setFailure(error.message);
        },
      },
    );
  }

  return (
    <FormDialog
      title={t`Name a deputy`}
      onClose={onClose}
      action={<Trans>Name a deputy</Trans>}
      onAction={save}
      isPending={name.isPending}
      failure={failure}
    >
      <p>
        <Trans>
          Your deputy sees the people whom you look after and may do for them what you may, in these days. They are told, and either of you
          can end it earlier.
        </Trans>
      </p>
      <TextField
        label={t`Email`}
        type="email"
        description={t`Of a member of this portal.`}
        value={email}
        onChange={setEmail}
        error={errors["email"]}
        autoComplete="off"
        autoFocus
      />
      <div className="roles-days">
        <DayField
          label={t`First day`}
          isOptional
          description={t`Empty: from now on.`}
          value={from}
          onChange={setFrom}
          error={errors["startsAt"]}
        />
        <DayField label={t`Last day`} value={until} onChange={setUntil} error={errors["endsAt"]} />
      </div>
    </FormDialog>
  );
}
