import type { LucideIcon } from "lucide-react";
import type { Ref } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import type { TooltipProps } from "react-aria-components/Tooltip";
import { Icon } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";
import "./button.css";

type IconButtonProps = Omit<AriaButtonProps, "children" | "className" | "style" | "render" | "aria-label"> & {
  /** The accessible name, shown as the tooltip too. */
  label: string;
  icon: LucideIcon;
  variant?: "quiet" | "secondary" | "primary";
  size?: "m" | "s";
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** Something new is behind this button; say it in the label too. */
  hasDot?: boolean;
  flip?: boolean;
  /** Takes the text colour of the bar it lies on. */
  inherit?: boolean;
  placement?: TooltipProps["placement"];
  ref?: Ref<HTMLButtonElement>;
};

/** A square button with an icon only: its label is its name and its tooltip. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = "quiet", size, isPressed, hasDot, flip, inherit, placement, ...rest } = props;
  return (
    <Tooltip text={label} placement={placement}>
      <AriaButton
        {...rest}
        aria-label={label}
        aria-pressed={isPressed}
        className="ui-button"
        data-variant={variant}
        data-size={size}
        data-icon-only
        data-inherit={inherit || undefined}
      >
        <Icon of={icon} flip={flip} />
        {hasDot && <span className="ui-button-dot" />}
      </AriaButton>
    </Tooltip>
  );
}
