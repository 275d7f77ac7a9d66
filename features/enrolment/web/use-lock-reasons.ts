import { useLingui } from "@lingui/react/macro";
import type { LockReason } from "../primary-action.ts";

/** Returns a function that says in a sentence why a course is locked, and what to do (DET-2, "why not"). */
export function useLockReasons(): (reason: LockReason | null) => string {
  const { t } = useLingui();
  const words: Record<LockReason, string> = {
    byInvitation: t`You cannot enrol yourself in this course. Ask a portal admin to enrol you.`,
    archived: t`This course is out of the catalog. What you did in it stays in your history.`,
    empty: t`This course has nothing to open yet.`,
    ended: t`Your access to this course has ended. Your results are kept. Ask a portal admin to enrol you again.`,
    prerequisites: t`This course asks for something first: see its requirements.`,
    upcoming: t`You cannot enrol in this course yet.`,
    closed: t`The time to enrol is over. Ask a portal admin to enrol you.`,
    priced: t`This course has a price and cannot be bought here yet. Ask a portal admin to enrol you.`,
    notMember: t`You are not a member of this portal, so you cannot enrol here.`,
  };
  return (reason) => words[reason ?? "archived"];
}
