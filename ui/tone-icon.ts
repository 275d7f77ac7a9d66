import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Tone } from "./tone.ts";

/** The icon for a tone, so that colour is never the only sign of a state. */
export function toneIcon(tone: Tone): LucideIcon {
  if (tone === "success") return CircleCheck;
  if (tone === "warning") return TriangleAlert;
  if (tone === "danger") return CircleAlert;
  return Info;
}
