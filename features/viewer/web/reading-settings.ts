import * as z from "zod/mini";
import { keptSetting } from "./kept-setting.ts";

const Schema = z.object({
  size: z.enum(["s", "m", "l", "xl"]),
  spacing: z.enum(["tight", "normal", "loose"]),
  width: z.enum(["narrow", "normal", "wide"]),
});

/** Size, line height and width of lesson text, kept in this browser. */
export const readingSettings = keptSetting<typeof Schema>("stoa.reading", Schema, { size: "m", spacing: "normal", width: "normal" });
