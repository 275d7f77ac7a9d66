import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { CopyId } from "./copy-id.tsx";
import { Dialog } from "./dialog.tsx";
import "./shown-once.css";

type Props = {
  title: string;
  secret: string;
  onClose: () => void;
  /** What it is for, and how to keep it. */
  children: ReactNode;
};

/** A new secret, this one time, to be copied. */
export function ShownOnce({ title, secret, onClose, children }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      title={title}
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
        <div className="ui-shown-once" dir="ltr">
          <CopyId label={t`Secret`} value={secret} />
        </div>
        <p className="muted">{children}</p>
      </div>
    </Dialog>
  );
}
