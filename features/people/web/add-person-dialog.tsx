import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type * as z from "zod/mini";
import { SeatsLeft } from "#features/seats/web/seat-notice.tsx";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { AddedPerson, type Leaver } from "../person-contract.ts";
import { useAddPerson, useReturnPerson } from "./person-hooks.ts";

export interface AddPersonDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type Values = z.input<typeof AddedPerson>;
const fields = ["email", "givenName", "familyName", "externalId"] as const;

/** Adds one person by hand, or brings back somebody who was deactivated, then opens their page. */
export function AddPersonDialog({ isOpen, onClose }: AddPersonDialogProps) {
  return isOpen ? <Add onClose={onClose} /> : null;
}

function Add({ onClose }: Omit<AddPersonDialogProps, "isOpen">) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const add = useAddPerson();
  const comeBack = useReturnPerson();
  const [leaver, setLeaver] = useState<Leaver | null>(null);
  const { name = "", email = "" } = leaver ?? {};
  const form = useForm<Values, unknown, z.output<typeof AddedPerson>>({
    resolver: zodResolver(AddedPerson),
    defaultValues: { email: "", givenName: "", familyName: "", externalId: "" },
  });
  const labels = { email: t`Email`, givenName: t`Given name`, familyName: t`Family name`, externalId: t`External ID` };
  const onError = (error: Error) => {
    const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
    for (const { field, message } of known) form.setError(field as keyof Values, { message });
    if (known.length === 0) toast({ tone: "danger", title: t`Nobody was added`, message: error.message });
  };
  const open = (userId: number, title: string) => {
    toast({ tone: "success", title });
    void navigate(`/users/details/${userId}`);
  };
  const submit = form.handleSubmit((typed) =>
    leaver
      ? comeBack.mutate(
          { ...typed, userId: leaver.userId },
          { onSuccess: ({ userId }) => open(userId, t`${name} is active again`), onError },
        )
      : add.mutate(typed, {
          onSuccess: (answer) =>
            "leaver" in answer ? setLeaver(answer.leaver) : open(answer.userId, t`The person belongs to the portal now`),
          onError,
        }),
  );
  return (
    <Dialog
      title={t`Add a person`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={add.isPending || comeBack.isPending} pendingLabel={t`Adding`} onPress={() => void submit()}>
            {leaver ? <Trans>Bring back</Trans> : <Trans>Add</Trans>}
          </Button>
        </>
      }
    >
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <SeatsLeft />
        <p className="muted">
          <Trans>Somebody who has an account already joins with it and keeps their name. Nobody is told yet.</Trans>
        </p>
        {fields.map((part) => (
          <Controller
            key={part}
            control={form.control}
            name={part}
            render={({ field, fieldState }) => (
              <TextField
                id={`add-${part}`}
                label={labels[part]}
                autoComplete="off"
                {...field}
                onChange={(value) => {
                  field.onChange(value);
                  // With another email or external id it may be about somebody else.
                  if (part === "email" || part === "externalId") setLeaver(null);
                }}
                error={fieldState.error?.message}
              />
            )}
          />
        ))}
        {leaver && (
          <Banner tone="info" role="status" title={t`${name} (${email}) was here before and is deactivated`}>
            <p>
              {leaver.keepsIdentity
                ? t`Bring them back, and they find everything as it was. Their name and email stay as they are.`
                : t`Bring them back, and they find everything as it was, with the name and email above.`}
            </p>
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
