import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { PersonProfile } from "../person-contract.ts";
import { useAddPerson } from "./person-hooks.ts";

export interface AddPersonDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type Values = z.input<typeof PersonProfile>;
const fields = ["email", "givenName", "familyName"] as const;

/** Adds one person by hand, then opens their page. */
export function AddPersonDialog({ isOpen, onClose }: AddPersonDialogProps) {
  return isOpen ? <Add onClose={onClose} /> : null;
}

function Add({ onClose }: Omit<AddPersonDialogProps, "isOpen">) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const add = useAddPerson();
  const form = useForm<Values, unknown, z.output<typeof PersonProfile>>({
    resolver: zodResolver(PersonProfile),
    defaultValues: { email: "", givenName: "", familyName: "" },
  });
  const labels = { email: t`Email`, givenName: t`Given name`, familyName: t`Family name` };
  const submit = form.handleSubmit((typed) =>
    add.mutate(typed, {
      onSuccess: ({ userId }) => {
        toast({ tone: "success", title: t`The person belongs to the portal now` });
        void navigate(`/users/details/${userId}`);
      },
      onError: (error) => {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) toast({ tone: "danger", title: t`Nobody was added`, message: error.message });
      },
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
          <Button variant="primary" isPending={add.isPending} pendingLabel={t`Adding`} onPress={() => void submit()}>
            <Trans>Add</Trans>
          </Button>
        </>
      }
    >
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="muted">
          <Trans>Somebody who has an account already joins with it and keeps their name. Nobody is told yet.</Trans>
        </p>
        {fields.map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field, fieldState }) => (
              <TextField id={`add-${name}`} label={labels[name]} autoComplete="off" {...field} error={fieldState.error?.message} />
            )}
          />
        ))}
      </form>
    </Dialog>
  );
}
