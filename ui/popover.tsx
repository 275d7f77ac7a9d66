import type { ReactNode, RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import "./list-box.css";

type PopoverProps = {
  label: string;
  children: ReactNode;
  placement?: AriaPopoverProps["placement"];
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** A small floating panel attached to its button. */
export function Popover({ label, children, placement = "bottom end", anchor, isOpen, onOpenChange }: PopoverProps) {
  return (
    <AriaPopover className="ui-popover" placement={placement} offset={6} triggerRef={anchor} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Dialog aria-label={label} className="ui-popover-body">
        {children}
      </Dialog>
    </AriaPopover>
  );
}
