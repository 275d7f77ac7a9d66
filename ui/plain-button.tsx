import type { ButtonHTMLAttributes } from "react";
import type { ButtonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./button.css";

type PlainButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className" | "style"> &
  ButtonLook & {
    onPress?: (() => void) | undefined;
    isPending?: boolean | undefined;
    /** What to say while `isPending`; the button keeps its focus and ignores presses. */
    pendingLabel?: string;
  };

/**
 * A browser's own button with the look of `Button`, for the shell and the first screens: it brings no code of React Aria along.
 * Inside a form or as the trigger of a layer use `Button`.
 */
export function PlainButton({
  children,
  variant,
  size,
  icon,
  iconEnd,
  isFullWidth,
  onPress,
  isPending,
  pendingLabel,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onPress}
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
