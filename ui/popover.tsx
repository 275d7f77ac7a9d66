import type { ReactElement, ReactNode, RefObject } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import "./list-box.css";

type PopoverProps = { label: string; children: ReactNode; placement?: AriaPopoverProps["placement"] } & (
  | { trigger: ReactElement }
  /** For a button that opens it by itself, such as a plain one whose panel is loaded when it is first wanted. */
  | { anchor: RefObject<HTMLElement | null>; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }
);

/** A small floating panel that belongs to its button. */
export function Popover({ label, children, placement = "bottom end", ...opening }: PopoverProps) {
  const isOwn = "trigger" in opening;
  const panel = (
    <AriaPopover
      className="ui-popover"
      placement={placement}
      offset={6}
      {...(!isOwn && { triggerRef: opening.anchor, isOpen: opening.isOpen, onOpenChange: opening.onOpenChange })}
    >
      <Dialog aria-label={label} className="ui-popover-body">
        {children}
      </Dialog>
    </AriaPopover>
  );
  if (!isOwn) return panel;
  return (
    <DialogTrigger>
      {opening.trigger}
      {panel}
    </DialogTrigger>
  );
}
