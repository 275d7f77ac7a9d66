import type { LucideIcon } from "lucide-react";
import { Icon } from "#ui/icon.tsx";

type BarButtonProps = {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** Marks something new behind this button with a dot; say it in the label too. */
  hasDot?: boolean;
};

/** An icon button of the top bar. A native <button>: the bar is on every screen, so it must not load React Aria. */
export function BarButton({ label, icon, onPress, isPressed, hasDot }: BarButtonProps) {
  return (
    <button
      type="button"
      className="shell-tool"
      aria-label={label}
      aria-pressed={isPressed}
      data-dot={hasDot || undefined}
      onClick={onPress}
    >
      <Icon of={icon} size="m" />
      <span className="shell-tip" aria-hidden="true">
        {label}
      </span>
    </button>
  );
}
