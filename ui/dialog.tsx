import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { DialogFrame } from "./dialog-frame.tsx";
import "./dialog.css";

type Part = ReactNode | ((close: () => void) => ReactNode);

type DialogProps = {
  title: string;
  children: Part;
  footer?: Part;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** s 400 px, m 520 px, third 30vw and half 50vw of the window (specification §9). Below 990 px every dialog fills the screen. */
  width?: "s" | "m" | "third" | "half";
  /** False only where the specification says so, and where it cannot be closed. */
  escapeCloses?: boolean;
  /** False for what has to be answered first: there is no Close then. */
  closes?: boolean;
  /** Whether a press outside closes the dialog. Off by default, so that nobody loses what they typed by accident. */
  outsideCloses?: boolean;
};

/** A modal dialog. Focus moves into it, and back to its opener when it closes. */
export function Dialog(props: DialogProps) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      isDismissable={props.outsideCloses ?? false}
      isKeyboardDismissDisabled={props.escapeCloses === false}
      className="ui-backdrop"
    >
      <Modal className="ui-modal" data-width={props.width}>
        <AriaDialog className="ui-dialog">
          {({ close }) => (
            <DialogFrame
              title={props.title}
              close={props.closes === false ? null : close}
              footer={typeof props.footer === "function" ? props.footer(close) : props.footer}
            >
              {typeof props.children === "function" ? props.children(close) : props.children}
            </DialogFrame>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
