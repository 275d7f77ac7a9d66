import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import type { TooltipProps } from "react-aria-components/Tooltip";
import "./tooltip.css";

/** A short hint beside a focusable control, on hover and on focus. Never the only place something is said. */
export function Tooltip(props: { text: string; children: ReactElement; placement?: TooltipProps["placement"] }) {
  return (
    <TooltipTrigger delay={400} closeDelay={90}>
      {props.children}
      <AriaTooltip className="ui-tooltip" offset={6} placement={props.placement ?? "bottom"}>
        {props.text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
