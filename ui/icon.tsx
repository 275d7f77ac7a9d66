import type { LucideIcon } from "lucide-react";
import "./icon.css";

const PIXELS = { s: 14, m: 18, l: 20 } as const;

/** A decorative icon of 14, 18 or 20 px; `flip` mirrors it in right-to-left text. The text beside it carries the meaning. */
export function Icon({ of: Shape, size = "m", flip = false }: { of: LucideIcon; size?: "s" | "m" | "l"; flip?: boolean }) {
  return (
    <Shape aria-hidden="true" size={PIXELS[size]} strokeWidth={size === "s" ? 2 : 1.75} className={flip ? "ui-icon flip-rtl" : "ui-icon"} />
  );
}
