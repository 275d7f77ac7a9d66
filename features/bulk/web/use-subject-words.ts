import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { SubjectName } from "../contract.ts";

interface SubjectWords {
  /** "3 people changed" */
  readonly changed: (count: number) => string;
  /** "3 people change." */
  readonly change: (count: number) => string;
  /** "2 are left out." */
  readonly leftOut: (count: number) => string;
  /** Heads the list of the first few of many, and of all. */
  readonly first: (count: number) => string;
  readonly which: string;
}

/** The words of what a bulk action is about. */
export function useSubjectWords(): Record<SubjectName, SubjectWords> {
  const { t } = useLingui();
  return {
    people: {
      changed: (count) => t`${plural(count, { one: "# person changed", other: "# people changed" })}`,
      change: (count) => t`${plural(count, { one: "# person changes.", other: "# people change." })}`,
      leftOut: (count) => t`${plural(count, { 0: "Nobody is left out.", one: "# is left out.", other: "# are left out." })}`,
      first: (shown) => t`The first ${shown} who change`,
      which: t`Who changes`,
    },
    courses: {
      changed: (count) => t`${plural(count, { one: "# course changed", other: "# courses changed" })}`,
      change: (count) => t`${plural(count, { one: "# course changes.", other: "# courses change." })}`,
      leftOut: (count) => t`${plural(count, { 0: "None is left out.", one: "# is left out.", other: "# are left out." })}`,
      first: (shown) => t`The first ${shown} that change`,
      which: t`What changes`,
    },
  };
}
