import { useLingui } from "@lingui/react/macro";
import { languageName } from "#ui/language-name.ts";
import { usePercent } from "#ui/use-percent.ts";
import type { CourseType } from "../course-type.ts";

/** Functions that describe a course in words: its type, length and language. */
export function useCourseWords() {
  const { t, i18n } = useLingui();
  const percent = usePercent();
  const unit = (value: number, name: "hour" | "minute") => i18n.number(value, { style: "unit", unit: name, unitDisplay: "short" });
  return {
    type: (type: CourseType) => (type === "classroom" ? t`Classroom` : type === "scorm" ? t`Online (SCORM)` : t`Online`),
    /** "1 hr 30 min". */
    minutes: (minutes: number) =>
      minutes < 60
        ? unit(minutes, "minute")
        : [unit(Math.floor(minutes / 60), "hour"), ...(minutes % 60 ? [unit(minutes % 60, "minute")] : [])].join(" "),
    /** A language's name in the reader's language; its code when unknown. */
    language: (code: string) => languageName(code, i18n.locale),
    number: (value: number) => i18n.number(value),
    percent,
  };
}
