import type { Due } from "#features/enrolment/contract.ts";
import type { Reason } from "./contract.ts";

/** The input for ranking: one active enrolment with its latest attempt. Instants are Dates. */
export interface Candidate {
  readonly courseId: number;
  readonly due: Due;
  /** Kinds of its causes (MYC-2). */
  readonly causes: readonly string[];
  readonly enrolledAt: Date;
  readonly lastActivityAt: Date | null;
  readonly isComplete: boolean;
}

/** A course used within this time (in milliseconds) comes first, whatever is due. */
const recentMs = 86_400_000;

const isRecent = ({ lastActivityAt }: Candidate, now: Date) =>
  lastActivityAt !== null && now.getTime() - lastActivityAt.getTime() < recentMs;

/**
 * Why a course should be worked on now; null when it is complete. DASH-5: used within a day before overdue, overdue before due soon, due soon
 * before work in progress, work in progress before the rest.
 */
export function reasonFor(candidate: Candidate, now: Date): Reason | null {
  const { due, lastActivityAt, isComplete, causes } = candidate;
  if (isComplete) return null;
  if (lastActivityAt && isRecent(candidate, now)) return { kind: "started", lastActivityAt: lastActivityAt.toISOString() };
  if (due?.state === "overdue") return { kind: "overdue", dueAt: due.at };
  if (due?.state === "soon") return { kind: "dueSoon", dueAt: due.at };
  if (lastActivityAt) return { kind: "started", lastActivityAt: lastActivityAt.toISOString() };
  if (due) return { kind: "dueLater", dueAt: due.at };
  return causes.some((cause) => cause !== "self") ? { kind: "assigned" } : { kind: "enrolled" };
}

const ranks: Record<Reason["kind"], number> = { overdue: 0, dueSoon: 1, started: 2, dueLater: 3, assigned: 4, enrolled: 5 };

/** Orders candidates by priority and drops completed ones. Ties: earliest due date, most recently worked on, longest assigned, most recently enrolled. */
export function rankNext<C extends Candidate>(candidates: readonly C[], now: Date): { candidate: C; reason: Reason }[] {
  return candidates
    .flatMap((candidate) => {
      const reason = reasonFor(candidate, now);
      return reason ? [{ candidate, reason }] : [];
    })
    .toSorted(
      (a, b) =>
        Number(isRecent(b.candidate, now)) - Number(isRecent(a.candidate, now)) ||
        ranks[a.reason.kind] - ranks[b.reason.kind] ||
        within(a.reason.kind, a.candidate) - within(b.reason.kind, b.candidate) ||
        a.candidate.courseId - b.candidate.courseId,
    );
}

function within(kind: Reason["kind"], { due, lastActivityAt, enrolledAt }: Candidate): number {
  if (kind === "started") return -(lastActivityAt?.getTime() ?? 0);
  if (kind === "assigned") return enrolledAt.getTime();
  if (kind === "enrolled") return -enrolledAt.getTime();
  return due ? Date.parse(due.at) : 0;
}
