import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { QuickLink } from "../contract.ts";
import { useRenewSecret } from "./hooks.ts";
import { LinkSecret } from "./link-secret.tsx";
import { useQuickLinkWords } from "./use-quick-link-words.ts";

/** Asks whether a signed link is to have another secret, and shows it. */
export default function RenewSecret({ link, onClose }: { link: QuickLink; onClose: () => void }) {
  const { t } = useLingui();
  const name = useQuickLinkWords().titleOf(link);
  const renew = useRenewSecret();
  const secret = renew.data?.secret;
  if (secret) return <LinkSecret secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={renew.isPending}
      onConfirm={() =>
        renew.mutate(link.id, {
          onError: (error) => {
            toast({ tone: "danger", title: t`The secret was not renewed`, message: error.message });
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      <Trans>
        Renew the secret of <bdi>{name}</bdi>? The one that it has ends at once: until its receiver has the new one, nobody gets in by this
        link.
      </Trans>
    </ConfirmDialog>
  );
}
