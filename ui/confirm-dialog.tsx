import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "./button.tsx";
import "./dialog.css";

export type ConfirmDialogProps = {
  isOpen: boolean;
  title?: string;
  children: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "danger";
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks before something that cannot be undone. Escape cancels; Cancel has the focus at first. Default labels: Confirmation, OK, Cancel
 * (specification).
 */
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
              {props.title ?? t`Confirmation`}
            </Heading>
          </header>
          <div className="ui-dialog-body">{props.children}</div>
          <footer className="ui-dialog-foot">
            <Button autoFocus onPress={props.onCancel}>
              {props.cancelLabel ?? t`Cancel`}
            </Button>
            <Button variant={props.tone ?? "primary"} isPending={props.isPending} onPress={props.onConfirm}>
              {props.confirmLabel ?? t`OK`}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
