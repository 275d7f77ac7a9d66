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
    /** What to say while `isPending`; the button keeps its size and focus and ignores presses. */
    pendingLabel?: string;
  };

/** Calls back on a press, with the focus on the button: Safari leaves it where it was, and what opens would not find back. */
export const pressed = (onPress: (() => void) | undefined) => (event: MouseEvent<HTMLButtonElement>) => {
  if (document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
  onPress?.();
};

/** A button that does something here; a `LinkButton` goes somewhere. The browser's own, so that it costs a screen nothing. */
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
      // Prevented, so that a form is not sent twice.
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
