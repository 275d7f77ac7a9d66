import { useLingui } from "@lingui/react/macro";
import type { LockReason } from "../primary-action.ts";

/** Returns a function that explains why a course is locked: a word or two for a card, a sentence with what to do for the details (DET-2, "why not"). */
export function useLockWords(): (reason: LockReason | null) => { short: string; long: string } {
  const { t } = useLingui();
  const words: Record<LockReason, { short: string; long: string }> = {
    byInvitation: { short: t`By invitation`, long: t`You cannot enrol yourself in this course. Ask a portal admin to enrol you.` },
    archived: { short: t`Out of the catalog`, long: t`This course is out of the catalog. What you did in it stays in your history.` },
    empty: { short: t`Not ready yet`, long: t`This course has nothing to open yet.` },
    ended: {
      short: t`Access ended`,
      long: t`Your access to this course has ended. Your results are kept. Ask a portal admin to enrol you again.`,
    },
    prerequisites: { short: t`Other courses first`, long: t`This course asks for others that you complete first.` },
    upcoming: { short: t`Not open yet`, long: t`You cannot enrol in this course yet.` },
    closed: { short: t`Enrolment closed`, long: t`The time to enrol is over. Ask a portal admin to enrol you.` },
    priced: { short: t`Has a price`, long: t`This course has a price and cannot be bought here yet. Ask a portal admin to enrol you.` },
    notMember: { short: t`Members only`, long: t`You are not a member of this portal, so you cannot enrol here.` },
  };
  return (reason) => words[reason ?? "archived"];
}
