import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";

type Change = { status: Person["status"]; reason: string };

export interface StatusDialogProps {
  readonly name: string;
  readonly status: Person["status"];
  /** The name of the portal where it is not this one. */
  readonly portal?: string;
  readonly onSave: (change: Change) => Promise<unknown>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the reason before a person is deactivated or comes back. */
export function StatusDialog({ isOpen, ...props }: StatusDialogProps) {
  return isOpen ? <Ask {...props} /> : null;
}

function Ask({ name, status, portal, onSave, onClose }: Omit<StatusDialogProps, "isOpen">) {
  const { t } = useLingui();
  // What the dialog was opened for: the person's status changes below it while it closes.
  const [isActive] = useState(status === "active");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const send = async () => {
    setTried(true);
    if (!reason.trim()) return;
    setSaving(true);
    try {
      await onSave({ status: isActive ? "suspended" : "active", reason });
      toast({ tone: "success", title: isActive ? t`${name} is deactivated` : t`${name} is active again` });
      onClose();
    } catch (error) {
      toast({ tone: "danger", title: t`Nothing was changed`, message: (error as Error).message });
      setSaving(false);
    }
  };
  return (
    <FormDialog
      title={isActive ? t`Deactivate ${name}` : t`Reactivate ${name}`}
      onClose={onClose}
      action={isActive ? <Trans>Deactivate</Trans> : <Trans>Reactivate</Trans>}
      onAction={() => void send()}
      isPending={isSaving}
      pendingLabel={t`Saving`}
      isDangerous={isActive}
    >
      <p>
        {!isActive
          ? t`They can sign in again and find everything as it was.`
          : portal
            ? t`They are signed out of ${portal} at once and cannot sign in to it. Enrolments, results and history stay.`
            : t`They are signed out at once and cannot sign in to this portal. Enrolments, results and history stay.`}
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
