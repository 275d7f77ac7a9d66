import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
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
  /** Called when it is gone and the focus was given back: to nothing, where what opened it is gone too. */
  onGone?: () => void;
};

/** Calls when it was taken from the page, after the focus was given back, which takes a frame. */
function Gone({ call }: { call: () => void }) {
  const newest = useRef(call);
  useEffect(() => void (newest.current = call));
  useEffect(() => () => void requestAnimationFrame(() => requestAnimationFrame(() => newest.current())), []);
  return null;
}

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
        {props.onGone && <Gone call={props.onGone} />}
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
