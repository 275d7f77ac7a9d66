import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { DialogFrame } from "./dialog-frame.tsx";
import "./dialog.css";

type Part = ReactNode | ((close: () => void) => ReactNode);

export type SheetProps = {
  title: string;
  children: Part;
  footer?: Part;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  side?: "start" | "end" | "bottom";
};

/** A panel at an edge of the window: navigation, filters, an outline. A press outside closes it. */
export function Sheet(props: SheetProps) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      isDismissable
      className="ui-backdrop ui-sheet-backdrop"
      data-side={props.side ?? "end"}
    >
      <Modal className="ui-modal ui-sheet">
        <AriaDialog className="ui-dialog">
          {({ close }) => (
            <DialogFrame title={props.title} close={close} footer={typeof props.footer === "function" ? props.footer(close) : props.footer}>
              {typeof props.children === "function" ? props.children(close) : props.children}
            </DialogFrame>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
