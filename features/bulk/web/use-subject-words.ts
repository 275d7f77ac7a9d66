import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { SubjectName } from "../contract.ts";

interface SubjectWords {
  /** "Done for 3 people" */
  readonly changed: (count: number) => string;
  /** "This is for 3 people." */
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
      changed: (count) => t`${plural(count, { one: "Done for # person", other: "Done for # people" })}`,
      change: (count) => t`${plural(count, { one: "This is for # person.", other: "This is for # people." })}`,
      leftOut: (count) => t`${plural(count, { 0: "Nobody is left out.", one: "# is left out.", other: "# are left out." })}`,
      first: (shown) => t`The first ${shown} of them`,
      which: t`Who they are`,
    },
    courses: {
      changed: (count) => t`${plural(count, { one: "Done for # course", other: "Done for # courses" })}`,
      change: (count) => t`${plural(count, { one: "This is for # course.", other: "This is for # courses." })}`,
      leftOut: (count) => t`${plural(count, { 0: "None is left out.", one: "# is left out.", other: "# are left out." })}`,
      first: (shown) => t`The first ${shown} of them`,
      which: t`Which they are`,
    },
  };
}
