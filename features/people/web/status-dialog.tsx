import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";
import { nameOf } from "./name-of.ts";
import { useSetStatus } from "./person-hooks.ts";

export interface StatusDialogProps {
  readonly person: Person;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the reason before a person is deactivated or comes back. */
export function StatusDialog({ person, isOpen, onClose }: StatusDialogProps) {
  return isOpen ? <Ask person={person} onClose={onClose} /> : null;
}

function Ask({ person, onClose }: Omit<StatusDialogProps, "isOpen">) {
  const { t } = useLingui();
  const save = useSetStatus(person.userId);
  // What the dialog was opened for: the person's status changes below it while it closes.
  const [isActive] = useState(person.status === "active");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const name = nameOf(person);
  const send = () => {
    setTried(true);
    if (!reason.trim()) return;
    save.mutate(
      { status: isActive ? "suspended" : "active", reason },
      {
        onSuccess: () => {
          toast({ tone: "success", title: isActive ? t`${name} is deactivated` : t`${name} is active again` });
          onClose();
        },
        onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
      },
    );
  };
  return (
    <Dialog
      title={isActive ? t`Deactivate ${name}` : t`Reactivate ${name}`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={isActive ? "danger" : "primary"} isPending={save.isPending} pendingLabel={t`Saving`} onPress={send}>
            {isActive ? <Trans>Deactivate</Trans> : <Trans>Reactivate</Trans>}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>
          {isActive
            ? t`They are signed out at once and cannot sign in to this portal. Enrolments, results and history stay.`
            : t`They can sign in again and find everything as it was.`}
        </p>
        <TextArea
          label={t`Reason`}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={isTried && !reason.trim() ? t`Say why, in a few words.` : undefined}
        />
      </div>
    </Dialog>
  );
}
