import type { LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { pressed, type Pressable } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./icon-button.css";

type IconButtonProps = Omit<Pressable, "aria-label"> & {
  /** The accessible name, shown as the tip too. */
  label: string;
  icon: LucideIcon;
  variant?: "quiet" | "secondary" | "primary";
  size?: "m" | "s";
  flip?: boolean;
  /** Takes the text colour of the bar it lies on. */
  inherit?: boolean;
  /** The edge of the button the tip keeps to; it grows the other way. */
  tipFrom?: "start" | "end";
  /** Above the button, where what is below it would cut the tip off. */
  isTipAbove?: boolean;
};

/** A square button with an icon only: its label is its name and its tip. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = "quiet", size, flip, inherit, tipFrom = "end", isTipAbove, isDisabled, onPress, ...rest } = props;
  // Shown while pointed at or focused by key; Escape takes it away (WCAG 1.4.13).
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
      onPointerEnter={({ pointerType }) => setTip(pointerType === "mouse")}
      onPointerLeave={() => setTip(false)}
      onFocus={({ currentTarget }) => setTip(currentTarget.matches(":focus-visible"))}
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
