/** Why a person cannot act on a course now; the client has a sentence for each. */
export const lockReasons = [
  "byInvitation",
  "archived",
  "empty",
  "ended",
  "notMember",
  "prerequisites",
  "upcoming",
  "closed",
  "priced",
] as const;
export type LockReason = (typeof lockReasons)[number];

export const actionKinds = ["enrol", "start", "continue", "review", "retake", "renew", "locked"] as const;

/** The one action of a person on a course. percent: of the attempt in progress; canRetake: another attempt is offered beside reviewing. */
export interface PrimaryAction {
  kind: (typeof actionKinds)[number];
  reason: LockReason | null;
  percent: number | null;
  canRetake: boolean;
}

/** Whether people may enrol themselves by the time: before, within or after the dates that the course sets. */
export const entries = ["upcoming", "open", "closed"] as const;

/** Everything that decides the action. isPrepared: what is asked for first is there, or this one was begun before. attempt: the newest one. enrolment.expiresAt: when a cause that was not withdrawn expired. */
export interface Situation {
  course: {
    status: "draft" | "published" | "archived";
    selfEnrol: boolean;
    hasContent: boolean;
    entry: (typeof entries)[number];
    isPriced: boolean;
  };
  isPrepared: boolean;
  isMember: boolean;
  enrolment: { active: boolean; expiresAt: string | Date | null } | null;
  attempt: { percent: number; completed: boolean; passed: boolean | null } | null;
}

const act = (kind: PrimaryAction["kind"], more: Partial<PrimaryAction> = {}): PrimaryAction => ({
  kind,
  reason: null,
  percent: null,
  canRetake: false,
  ...more,
});
const locked = (reason: LockReason) => act("locked", { reason });

/** The state table of DET-2 and CAT-2: exactly one action for every situation. The client renders it and contains no rule. */
export function primaryAction({ course, isPrepared, isMember, enrolment, attempt }: Situation): PrimaryAction {
  const isOpen = course.status === "published";
  if (enrolment?.active) {
    // An attempt in progress continues on its version, whatever happens to the course (INV-5).
    if (attempt && !attempt.completed) return act("continue", { percent: attempt.percent });
    const canBegin = isOpen && course.hasContent;
    if (attempt) return attempt.passed === false && canBegin ? act("retake") : act("review", { canRetake: canBegin });
    if (!isOpen) return locked("archived");
    if (!canBegin) return locked("empty");
    return isPrepared ? act("start") : locked("prerequisites");
  }
  // Somebody who left before the first attempt counts as never enrolled. Otherwise access has ended and the record stays (MYC-3).
  const hadAccess = Boolean(attempt ?? enrolment?.expiresAt);
  // Buying comes later: until then somebody else enrols people in a course with a price.
  const isOffered = isOpen && course.selfEnrol && isMember && course.hasContent && !course.isPriced;
  if (isOffered && course.entry === "open" && isPrepared) return act(hadAccess ? "renew" : "enrol");
  if (hadAccess && !isOffered) return locked("ended");
  if (!isOpen) return locked("archived");
  if (!isMember) return locked("notMember");
  if (!course.selfEnrol) return locked("byInvitation");
  if (!course.hasContent) return locked("empty");
  if (course.isPriced) return locked("priced");
  if (course.entry === "closed") return locked("closed");
  // What can be done now comes before what has to be waited for.
  return locked(isPrepared ? "upcoming" : "prerequisites");
}
