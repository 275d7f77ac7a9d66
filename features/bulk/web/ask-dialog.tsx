import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

type Props = { title: string; onGiveUp: () => void; onAsk: () => void; children: ReactNode };

/** Asks what a bulk action needs to know before its preview. onAsk goes on to the preview, or shows what is missing. */
export function AskDialog({ title, onGiveUp, onAsk, children }: Props) {
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onGiveUp()}
      footer={
        <>
          <Button onPress={onGiveUp}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" onPress={onAsk}>
            <Trans>See what changes</Trans>
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
