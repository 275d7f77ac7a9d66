import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type FormDialogProps = {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
  /** The words of the button that does it: "Save". */
  action: ReactNode;
  onAction: () => void;
  isPending?: boolean;
  pendingLabel?: string;
  isDangerous?: boolean;
  /** Why it was refused, where that is not about one field. */
  failure?: string | undefined;
  children: ReactNode;
};

/** A dialog that asks for something and does one thing with it: the fields, why it was refused, Cancel, and the button that does it. */
export function FormDialog(props: FormDialogProps) {
  const { title, isOpen = true, onClose, action, onAction, isPending = false, pendingLabel, isDangerous, failure, children } = props;
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            isPending={isPending}
            onPress={onAction}
            {...(pendingLabel !== undefined && { pendingLabel })}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="form">
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {children}
      </div>
    </Dialog>
  );
}
