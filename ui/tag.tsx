import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { Tone } from "./tone.ts";
import "./tag.css";

/** A state or type as an icon and a word, recognisable without colour. */
export function Tag({ children, icon, tone = "neutral" }: { children: ReactNode; icon: LucideIcon; tone?: Tone }) {
  return (
    <span className="ui-tag" data-tone={tone}>
      <Icon of={icon} size="s" />
      {children}
    </span>
  );
}
