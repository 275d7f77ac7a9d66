import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** The new secret of a signed link, this one time. */
export function LinkSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`The secret of this link`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="stack">
        <Banner tone="warning" role="status" title={t`Copy the secret now`}>
          <Trans>It is shown only this once. Where it is lost, renew it.</Trans>
        </Banner>
        <div className="quick-links-secret" dir="ltr">
          <CopyId label={t`Secret`} value={secret} />
        </div>
        <p className="muted">
          <Trans>
            Give it to those who look after what the link leads to: with it they check the signature. Whoever has it can pass for anybody
            there, so send it as you would send a password.
          </Trans>
        </p>
      </div>
    </Dialog>
  );
}
