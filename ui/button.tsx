import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Icon } from "./icon.tsx";
import "./button.css";

export type ButtonLook = {
  children: ReactNode;
  variant?: "primary" | "secondary" | "quiet" | "danger";
  size?: "m" | "s";
  icon?: LucideIcon;
  iconEnd?: LucideIcon;
  isFullWidth?: boolean;
};

export type ButtonProps = Omit<AriaButtonProps, "children" | "className" | "style" | "render"> &
  ButtonLook & {
    /** What to say while `isPending`; the button keeps its size and focus and ignores presses. */
    pendingLabel?: string;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button that does something here; a `LinkButton` goes somewhere. */
export function Button({ children, variant, size, icon, iconEnd, isFullWidth, pendingLabel, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className="ui-button" data-variant={variant} data-size={size} data-full-width={isFullWidth || undefined}>
      {rest.isPending ? <span className="ui-button-wait" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {rest.isPending && pendingLabel ? pendingLabel : children}
      {iconEnd && <Icon of={iconEnd} flip />}
    </AriaButton>
  );
}
