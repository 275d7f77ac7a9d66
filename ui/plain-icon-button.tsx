import type { LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./plain-icon-button.css";

type PlainIconButtonProps = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "aria-haspopup" | "aria-expanded" | "aria-pressed"> & {
  /** The accessible name, shown as the tip too. */
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  /** The edge of the button the tip keeps to; it grows the other way. */
  tipFrom?: "start" | "end";
  /** Above the button, where what is below it would cut the tip off. */
  isTipAbove?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A browser's own button with the look of `IconButton`, for the first paint of a screen: it brings no code of React Aria along. */
export function PlainIconButton({ label, icon, onPress, tipFrom = "end", isTipAbove, ...rest }: PlainIconButtonProps) {
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
      aria-label={label}
      className="ui-button"
      data-variant="quiet"
      data-icon-only
      onClick={() => {
        setTip(false);
        onPress();
      }}
      onPointerEnter={({ pointerType }) => setTip(pointerType === "mouse")}
      onPointerLeave={() => setTip(false)}
      onFocus={({ currentTarget }) => setTip(currentTarget.matches(":focus-visible"))}
      onBlur={() => setTip(false)}
    >
      <Icon of={icon} />
      {hasTip && (
        <span className="ui-tip" data-from={tipFrom} data-above={isTipAbove || undefined} aria-hidden="true">
          {label}
        </span>
      )}
    </button>
  );
}
