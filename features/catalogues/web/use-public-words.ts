import { useLingui } from "@lingui/react/macro";
import type { PublicCourse } from "../public-contract.ts";

/** The language's name; its code where the browser knows none. */
function nameOf(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Type, length and language of a course in words. What the application has for it comes with its frame, which visitors do not load. */
export function usePublicWords() {
  const { t, i18n } = useLingui();
  const unit = (value: number, name: "hour" | "minute") => i18n.number(value, { style: "unit", unit: name, unitDisplay: "short" });
  const length = (minutes: number) =>
    [...(minutes >= 60 ? [unit(Math.floor(minutes / 60), "hour")] : []), ...(minutes % 60 ? [unit(minutes % 60, "minute")] : [])].join(" ");
  return ({ type, minutes, language }: PublicCourse) => [
    type === "classroom" ? t`Classroom` : type === "scorm" ? t`Online (SCORM)` : t`Online`,
    ...(minutes > 0 ? [length(minutes)] : []),
    nameOf(language, i18n.locale),
  ];
}
