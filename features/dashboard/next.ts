import type { Reason } from "./contract.ts";

/** What ranking looks at: one enrolment that lets the person in, with its latest attempt. Instants are Dates. */
export interface Candidate {
  readonly courseId: number;
  readonly dueAt: Date | null;
  /** Kinds of its causes (MYC-2). */
  readonly causes: readonly string[];
  readonly enrolledAt: Date;
  readonly lastActivityAt: Date | null;
  readonly isComplete: boolean;
}

const week = 7 * 86_400_000;

/**
 * Why a candidate is worth doing now, or null when there is nothing to do in it. DASH-5: a broken deadline comes before a near one,
 * a near one before work under way, and work under way before what nobody waits for yet.
 */
export function reasonFor(candidate: Candidate, now: Date): Reason | null {
  const { dueAt, lastActivityAt } = candidate;
  if (candidate.isComplete) return null;
  if (dueAt && dueAt <= now) return { kind: "overdue", dueAt: dueAt.toISOString() };
  if (dueAt && dueAt.getTime() - now.getTime() <= week) return { kind: "dueSoon", dueAt: dueAt.toISOString() };
  if (lastActivityAt) return { kind: "started", lastActivityAt: lastActivityAt.toISOString() };
  if (dueAt) return { kind: "dueLater", dueAt: dueAt.toISOString() };
  return candidate.causes.some((cause) => cause !== "self") ? { kind: "assigned" } : { kind: "enrolled" };
}

/** How near a due date is, as every screen says it: past, within seven days, or later. */
export function dueOf(dueAt: Date | null, now: Date): { at: string; state: "overdue" | "soon" | "later" } | null {
  if (!dueAt) return null;
  const left = dueAt.getTime() - now.getTime();
  return { at: dueAt.toISOString(), state: left <= 0 ? "overdue" : left <= week ? "soon" : "later" };
}

const ranks: Record<Reason["kind"], number> = { overdue: 0, dueSoon: 1, started: 2, dueLater: 3, assigned: 4, enrolled: 5 };

/** Orders candidates by what to do first and drops what is done. Ties: earliest due, latest worked on, longest assigned, latest enrolled. */
export function rankNext<C extends Candidate>(candidates: readonly C[], now: Date): { candidate: C; reason: Reason }[] {
  return candidates
    .flatMap((candidate) => {
      const reason = reasonFor(candidate, now);
      return reason ? [{ candidate, reason }] : [];
    })
    .toSorted(
      (a, b) =>
        ranks[a.reason.kind] - ranks[b.reason.kind] ||
        within(a.reason.kind, a.candidate) - within(b.reason.kind, b.candidate) ||
        a.candidate.courseId - b.candidate.courseId,
    );
}

function within(kind: Reason["kind"], { dueAt, lastActivityAt, enrolledAt }: Candidate): number {
  if (kind === "started") return -(lastActivityAt?.getTime() ?? 0);
  if (kind === "assigned") return enrolledAt.getTime();
  if (kind === "enrolled") return -enrolledAt.getTime();
  return dueAt?.getTime() ?? 0;
}
