import { keptSetting, oneOf } from "#ui/kept-setting.ts";

interface ReadingSettings {
  size: "s" | "m" | "l" | "xl";
  spacing: "tight" | "normal" | "loose";
  width: "narrow" | "normal" | "wide";
}

/** Size, line height and width of lesson text, stored in this browser. */
export const readingSettings = keptSetting<ReadingSettings>(
  "stoa.reading",
  {
    size: oneOf("s", "m", "l", "xl"),
    spacing: oneOf("tight", "normal", "loose"),
    width: oneOf("narrow", "normal", "wide"),
  },
  { size: "m", spacing: "normal", width: "normal" },
);
