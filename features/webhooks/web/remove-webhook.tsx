import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { Webhook } from "../contract.ts";
import { useRemoveWebhook } from "./hooks.ts";

/** Asks whether a webhook is to go, and removes it. */
export default function RemoveWebhook({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui();
  const remove = useRemoveWebhook();
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => toast({ tone: "success", title: t`The webhook was removed` }),
          onError: (error) => toast({ tone: "danger", title: t`The webhook was not removed`, message: error.message }),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    >
      <Trans>
        Remove <bdi>{name}</bdi> with its secret and the list of its deliveries? It cannot be brought back. To pause it, switch it off
        instead.
      </Trans>
    </ConfirmDialog>
  );
}
