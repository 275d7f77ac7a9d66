import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
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

export type Pressable = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className" | "style" | "disabled" | "onClick"> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

export type ButtonProps = Pressable &
  ButtonLook & {
    isPending?: boolean | undefined;
    /** Announced while `isPending`; the button keeps its size and focus and ignores presses. */
    pendingLabel?: string;
  };

/** A click handler that focuses the button first: Safari does not focus a pressed button, so what opens could not return the focus to it. */
export const pressed = (onPress: (() => void) | undefined) => (event: MouseEvent<HTMLButtonElement>) => {
  if (document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
  onPress?.();
};

/** A button for an action on this page; a `LinkButton` navigates. The native element, so that a screen loads no code for it. */
export function Button({
  children,
  variant,
  size,
  icon,
  iconEnd,
  isFullWidth,
  onPress,
  isDisabled,
  isPending,
  pendingLabel,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      // preventDefault, so that a form is not submitted twice.
      onClick={isPending ? (event) => event.preventDefault() : pressed(onPress)}
      className="ui-button"
      data-variant={variant}
      data-size={size}
      data-full-width={isFullWidth || undefined}
    >
      {isPending ? <span className="ui-button-wait" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {isPending && pendingLabel ? pendingLabel : children}
      {iconEnd && <Icon of={iconEnd} flip />}
    </button>
  );
}
