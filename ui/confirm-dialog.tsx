import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "./button.tsx";
import "./dialog.css";

export type ConfirmDialogProps = {
  isOpen: boolean;
  /** What is confirmed, as a question that names the thing and how many, and what follows from it. */
  children: ReactNode;
  tone?: "danger";
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone, always with the header Confirmation, OK and Cancel (specification §8). Escape cancels; focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onCancel();
      }}
      className="ui-backdrop"
      data-small
    >
      <Modal className="ui-modal" data-width="s">
        <AriaDialog role="alertdialog" className="ui-dialog">
          <header className="ui-dialog-head">
            <Heading slot="title" level={2} className="ui-dialog-title">
              {t`Confirmation`}
            </Heading>
          </header>
          <div className="ui-dialog-body">{props.children}</div>
          <footer className="ui-dialog-foot">
            <Button autoFocus onPress={props.onCancel}>
              {t`Cancel`}
            </Button>
            <Button variant={props.tone ?? "primary"} isPending={props.isPending} onPress={props.onConfirm}>
              {t`OK`}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
