import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { Blocking } from "../settings-contract.ts";
import { useBlock } from "./settings-hooks.ts";

type Values = z.input<typeof Blocking>;

/** Puts an address on the blacklist, with a reason for whoever reads the list. */
export default function BlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const block = useBlock();
  const form = useForm<Values, unknown, z.output<typeof Blocking>>({
    resolver: zodResolver(Blocking),
    defaultValues: { address: "", why: "" },
  });
  const submit = form.handleSubmit((wanted) =>
    block.mutate(wanted, {
      onSuccess: ({ address }) => {
        toast({ tone: "success", title: t`No mail goes to ${address} any more` });
        onClose();
      },
      onError: (error) => {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => field === "address" || field === "why") : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) toast({ tone: "danger", title: t`The address was not added`, message: error.message });
      },
    }),
  );
  return (
    <Dialog
      title={t`Add an address`}
      width="s"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form="block-address" isPending={block.isPending} pendingLabel={t`Saving`}>
            <Trans>Add</Trans>
          </Button>
        </>
      }
    >
      <form id="block-address" className="form" noValidate onSubmit={(event) => void submit(event)}>
        <Controller
          control={form.control}
          name="address"
          render={({ field, fieldState }) => (
            <TextField
              label={t`Email or domain`}
              description={t`@example.org stands for every address of that domain.`}
              inputMode="email"
              autoComplete="off"
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="why"
          render={({ field, fieldState }) => (
            <TextField label={t`Why`} description={t`For whoever reads the list later.`} {...field} error={fieldState.error?.message} />
          )}
        />
      </form>
    </Dialog>
  );
}
