import { useLingui } from "@lingui/react/macro";
import type { LockReason } from "../primary-action.ts";

/** Returns a function that says in a word or two, for a card, why a course is locked. */
export function useLockWords(): (reason: LockReason | null) => string {
  const { t } = useLingui();
  const words: Record<LockReason, string> = {
    byInvitation: t`By invitation`,
    archived: t`Out of the catalog`,
    empty: t`Not ready yet`,
    ended: t`Access ended`,
    prerequisites: t`Requirements not met`,
    upcoming: t`Not open yet`,
    closed: t`Enrolment closed`,
    priced: t`Has a price`,
    notMember: t`Members only`,
  };
  return (reason) => words[reason ?? "archived"];
}
