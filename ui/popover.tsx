import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import "./list-box.css";

/** A small floating panel that belongs to its button. */
export function Popover(props: { trigger: ReactElement; label: string; children: ReactNode; placement?: AriaPopoverProps["placement"] }) {
  return (
    <DialogTrigger>
      {props.trigger}
      <AriaPopover className="ui-popover" placement={props.placement ?? "bottom end"} offset={6}>
        <Dialog aria-label={props.label} className="ui-popover-body">
          {props.children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
