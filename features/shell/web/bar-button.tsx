import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "#ui/icon.tsx";

type BarButtonProps = Pick<ComponentProps<"button">, "ref" | "children" | "aria-pressed" | "aria-haspopup" | "aria-expanded"> & {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  /** The keys that do the same, for the tooltip. */
  keys?: string;
  icon: LucideIcon;
  onPress: () => void;
  /** Called on hover and on focus, when the code of what it opens can be prefetched. */
  onPointed?: () => void;
  /** Marks something new behind this button with a dot; say it in the label too. */
  hasDot?: boolean;
};

/** An icon button of the top bar. A native <button>: the bar is on every screen, so it must not load React Aria. children: shown on the icon. */
export function BarButton({ label, keys, icon, onPress, onPointed, hasDot, children, ...rest }: BarButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="shell-tool"
      aria-label={label}
      data-dot={hasDot || undefined}
      onPointerEnter={onPointed}
      onFocus={onPointed}
      onClick={onPress}
    >
      <Icon of={icon} size="m" />
      {children}
      <span className="shell-tip" aria-hidden="true">
        {label}
        {keys && ` (${keys})`}
      </span>
    </button>
  );
}
