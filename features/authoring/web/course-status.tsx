import { selectOrdinal } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { Archive, CircleCheck, PencilLine } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { CourseStatus } from "../listing-contract.ts";

const looks: Record<CourseStatus, { icon: LucideIcon; tone: Tone }> = {
  draft: { icon: PencilLine, tone: "neutral" },
  published: { icon: CircleCheck, tone: "success" },
  archived: { icon: Archive, tone: "warning" },
};

/** The course states as words. */
export function useStatusWords(): Record<CourseStatus, string> {
  const { t } = useLingui();
  return { draft: t`Draft`, published: t`Published`, archived: t`Out of the catalog` };
}

/** Shows whether a course is in the catalog. */
export function StatusTag({ status }: { status: CourseStatus }) {
  const words = useStatusWords();
  return <Tag {...looks[status]}>{words[status]}</Tag>;
}

/** Returns a function for the name of a package's standard: "SCORM 2004 4th edition". */
export function useStandardName(): (of: { standard: string; edition: string }) => string {
  const { t } = useLingui();
  return ({ standard, edition }) => {
    // The manifest says "4th" or "4th Edition"; SCORM 1.2 has no edition.
    const number = Number(/(\d)(?:st|nd|rd|th)/.exec(edition)?.[1] ?? 0);
    if (number === 0) return t`SCORM ${standard}`;
    return t`SCORM ${standard} ${selectOrdinal(number, { one: "#st", two: "#nd", few: "#rd", other: "#th" })} edition`;
  };
}
