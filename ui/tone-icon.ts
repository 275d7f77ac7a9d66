import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Tone } from "./tone.ts";

/** The icon that stands for a tone, so that a state is never told by colour alone. */
export function toneIcon(tone: Tone): LucideIcon {
  if (tone === "success") return CircleCheck;
  if (tone === "warning") return TriangleAlert;
  if (tone === "danger") return CircleAlert;
  return Info;
}
