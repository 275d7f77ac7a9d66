import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import { useDecide } from "./hooks.ts";
import type { Chosen } from "./chosen.ts";

export interface DecideDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly approves: boolean;
  readonly chosen: Chosen;
  /** How many were chosen; those that are decided already are left alone. */
  readonly count: number;
  readonly onDone: () => void;
}

/** Lets people in who registered, or declines them with a reason that they are told. */
export function DecideDialog(props: DecideDialogProps) {
  return props.isOpen ? <Decide {...props} /> : null;
}

function Decide({ onClose, approves, chosen, count, onDone }: DecideDialogProps) {
  const { t } = useLingui();
  const decide = useDecide();
  const [reason, setReason] = useState("");
  const send = () =>
    decide.mutate(
      { ...chosen, approves, reason },
      {
        onSuccess: ({ decided, left }) => {
          const others = left > 0 ? t`${plural(left, { one: "# was left as it is.", other: "# were left as they are." })}` : undefined;
          toast({
            tone: "success",
            title: approves
              ? t`${plural(decided, { one: "# person was let in", other: "# people were let in" })}`
              : t`${plural(decided, { one: "# registration was declined", other: "# registrations were declined" })}`,
            ...(others && { message: others }),
          });
          onDone();
          onClose();
        },
        onError: (error) => toast({ tone: "danger", title: t`Nothing was decided`, message: error.message }),
      },
    );
  return (
    <FormDialog
      title={
        approves
          ? t`${plural(count, { one: "Let # person in", other: "Let # people in" })}`
          : t`${plural(count, { one: "Decline # registration", other: "Decline # registrations" })}`
      }
      onClose={onClose}
      action={approves ? <Trans>Let in</Trans> : <Trans>Decline</Trans>}
      onAction={send}
      isPending={decide.isPending}
      pendingLabel={approves ? t`Letting in` : t`Declining`}
      isDangerous={!approves}
    >
      <p className="muted">
        {approves ? (
          <Trans>
            They are told by email. Whoever has not confirmed their email gets an account without a password; make a link for them then.
          </Trans>
        ) : (
          <Trans>They are told by email, with the reason if you give one.</Trans>
        )}
      </p>
      <TextArea
        label={approves ? t`A word to them` : t`Reason`}
        isOptional
        value={reason}
        onChange={setReason}
        maxLength={500}
        dir="auto"
        rows={3}
      />
    </FormDialog>
  );
}
