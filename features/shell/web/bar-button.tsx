import type { LucideIcon } from "lucide-react";
import { Icon } from "#ui/icon.tsx";

type BarButtonProps = {
  /** The accessible name, shown as the tooltip too. */
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** Something new is behind this button; say it in the label too. */
  hasDot?: boolean;
};

/** An icon button of the top bar. A plain <button>: the bar is on every screen, so it uses no code of React Aria. */
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
