import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { Webhook } from "../contract.ts";
import { useRenewWebhookSecret } from "./hooks.ts";
import { WebhookSecret } from "./webhook-secret.tsx";

/** Asks whether a webhook is to have another secret, and shows it. */
export default function RenewSecret({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui();
  const renew = useRenewWebhookSecret();
  const secret = renew.data?.secret;
  if (secret) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={renew.isPending}
      onConfirm={() =>
        renew.mutate(id, {
          onError: (error) => {
            toast({ tone: "danger", title: t`The secret was not renewed`, message: error.message });
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      <Trans>
        Renew the secret of <bdi>{name}</bdi>? The one that it has ends at once: until its receiver has the new one, it takes what arrives
        for forged.
      </Trans>
    </ConfirmDialog>
  );
}
