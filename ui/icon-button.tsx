import type { LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { pressed, type Pressable } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./icon-button.css";

type IconButtonProps = Omit<Pressable, "aria-label"> & {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: LucideIcon;
  variant?: "quiet" | "secondary" | "primary";
  size?: "m" | "s";
  flip?: boolean;
  /** Uses the text colour of the bar around it. */
  inherit?: boolean;
  /** The edge of the button that the tooltip aligns with; it extends to the other side. */
  tipFrom?: "start" | "end";
  /** Shows the tooltip above the button, where it would be cut off below. */
  isTipAbove?: boolean;
  /** Called on hover and on focus, when the code of what it opens can be prefetched. */
  onPointed?: () => void;
};

/** A square button with an icon only; its label is its name and its tooltip. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    variant = "quiet",
    size,
    flip,
    inherit,
    tipFrom = "end",
    isTipAbove,
    isDisabled,
    onPointed,
    onPress,
    ...rest
  } = props;
  // Shown on hover or keyboard focus; Escape hides it (WCAG 1.4.13).
  const [hasTip, setTip] = useState(false);
  useEffect(() => {
    if (!hasTip) return;
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && setTip(false);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [hasTip]);
  return (
    <button
      type="button"
      {...rest}
      disabled={isDisabled}
      aria-label={label}
      className="ui-button"
      data-variant={variant}
      data-size={size}
      data-icon-only
      data-inherit={inherit || undefined}
      onClick={(event) => {
        setTip(false);
        pressed(onPress)(event);
      }}
      onPointerEnter={({ pointerType }) => {
        setTip(pointerType === "mouse");
        onPointed?.();
      }}
      onPointerLeave={() => setTip(false)}
      onFocus={({ currentTarget }) => {
        setTip(currentTarget.matches(":focus-visible"));
        onPointed?.();
      }}
      onBlur={() => setTip(false)}
    >
      <Icon of={icon} flip={flip} />
      {hasTip && (
        <span className="ui-tip" data-from={tipFrom} data-above={isTipAbove || undefined} aria-hidden="true">
          {label}
        </span>
      )}
    </button>
  );
}
