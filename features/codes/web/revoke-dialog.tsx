import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Checkbox } from "#ui/checkbox.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { Code } from "../contract.ts";
import { useRevoke } from "./hooks.ts";

/** Ends a code for good, and takes back what its uses gave where that is wanted; of an ended one the latter alone. */
export default function RevokeDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const { t } = useLingui();
  const revoke = useRevoke(code.id);
  const isOver = code.state === "revoked";
  const [undo, setUndo] = useState(isOver);
  const { undoable, label } = code;
  const send = () =>
    revoke.mutate(undo, {
      onSuccess({ jobId, result }) {
        const { undone = 0, kept = 0 } = result ?? {};
        const left =
          kept > 0
            ? t`${plural(kept, { one: "# of them was changed since; that stays.", other: "# of them were changed since; that stays." })}`
            : undefined;
        toast({
          tone: "success",
          title:
            jobId !== null
              ? t`The code is ended, and what it gave is being taken back`
              : result
                ? t`${plural(undone, { one: "The code is ended. What # use gave was taken back", other: "The code is ended. What # uses gave was taken back" })}`
                : t`The code is ended`,
          ...(left && { message: left }),
        });
        onClose();
      },
      onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
    });
  return (
    <ConfirmDialog isOpen tone="danger" isPending={revoke.isPending} onCancel={onClose} onConfirm={send}>
      {isOver ? (
        <>
          <p>
            <Trans>
              Take back what “<bdi>{label}</bdi>” gave?
            </Trans>
          </p>
          <p>{t`${plural(undoable, { one: "What # use gave is taken back, as far as nobody changed it since.", other: "What # uses gave is taken back, as far as nobody changed it since." })}`}</p>
        </>
      ) : (
        <>
          <p>
            <Trans>
              End “<bdi>{label}</bdi>”?
            </Trans>
          </p>
          <p>
            <Trans>Nobody can use it any more, and it cannot be brought back. Whoever used it keeps what they got.</Trans>
          </p>
          {undoable > 0 && (
            <Checkbox
              value={undo}
              onChange={setUndo}
              description={t`As far as nobody changed it since. Who used it then says what stayed. Nobody loses their account or what they learned.`}
            >
              {t`${plural(undoable, { one: "Also take back what # use gave", other: "Also take back what # uses gave" })}`}
            </Checkbox>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
