import { maySeeCourse } from "#features/courses/policy.ts";
import { courseIn } from "#features/courses/server/service.ts";
import { coursesWithin, scopeOf } from "#features/roles/server/service.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { conflict, forbidden, notFound } from "#platform/errors.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instantOrNull } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import type { myCourses, MyCourseState } from "../contract.ts";
import type { listOpenCourses } from "../enrolling-contract.ts";
import { dueOf } from "../due.ts";
import { mayLeave } from "../policy.ts";
import { primaryAction } from "../primary-action.ts";
import type { LockReason } from "../primary-action.ts";
import { myCoursesList } from "../my-courses-list.ts";
import * as queries from "./queries.ts";
import { kindsInForce, standingReasons } from "./reasons.ts";
import type { StandingRow } from "./standing-sql.ts";

export { dueOf } from "../due.ts";
export { remindOfDueCourses } from "./reminders.ts";
export { endCodeCause, enrolByCode } from "./enrol-by-code.ts";
export { tellEnrolled } from "./tell-enrolled.ts";
export { openOf, overdueIn, waitingOf, whoStands } from "./people-standing.ts";
export { dueState } from "./due-sql.ts";
export { deadline, past } from "./moments.ts";
// SQL fragments about a person's standing in a course, for other features.
export { causeHolds, isForNow, isLimited, isOffered, isOpenToEnrol, newestAttempt, standingColumns, StandingRow } from "./standing-sql.ts";
export { kindsInForce, Reason, standingReasons } from "./reasons.ts";

/** The one action for a person with this standing (DET-2). */
export const actionOf = (row: StandingRow, isMember: boolean) =>
  primaryAction({
    course: { status: row.status, selfEnrol: row.selfEnrol, hasContent: row.hasContent, entry: row.entry, isPriced: row.isPriced },
    isPrepared: row.isPrepared,
    isMember,
    enrolment: row.enrolmentId === null ? null : { active: Boolean(row.active), expiresAt: row.expiresAt },
    attempt: row.attemptId === null ? null : { percent: row.percent ?? 0, completed: row.completedAt !== null, passed: row.passed },
  });

export { myCoursesStatement } from "./queries.ts";

/** My Courses (MYC-1..3): one statement. A page past the end gives the last one. */
export async function listMyCourses(
  { db, actor, language }: Context,
  query: Parsed<typeof myCourses>["query"],
): Promise<Result<typeof myCourses>> {
  const { rows, categories } = await queries.findMyCourses(db, actor, query);
  const { tab, due } = query;
  const now = Date.now();
  const isOver = ({ state }: (typeof rows)[number]) => state === "done" || state === "expired";
  const found = rows.filter((row) => row.matches && (due === null || dueOf(row.dueAt, isOver(row), now)?.state === due));
  const inState = (state: MyCourseState) => found.filter((row) => row.state === state);
  const hits = tab === null ? found : inState(tab);
  const { pageSize } = myCoursesList;
  const page = Math.min(query.page, Math.max(1, Math.ceil(hits.length / pageSize)));
  return {
    page,
    pageSize,
    total: hits.length,
    all: rows.length,
    counts: {
      all: found.length,
      todo: inState("todo").length,
      inProgress: inState("inProgress").length,
      done: inState("done").length,
      expired: inState("expired").length,
    },
    categories,
    types: [...new Set(rows.map(({ type }) => type))].toSorted(),
    rows: hits.slice((page - 1) * pageSize, page * pageSize).map((row) => ({
      courseId: row.courseId,
      type: row.type,
      title: courseIn(row, language).title,
      minutes: row.minutes,
      coverFileId: row.coverFileId,
      state: row.state,
      percent: row.percent ?? 0,
      due: dueOf(row.dueAt, isOver(row), now),
      accessEndsAt: instantOrNull(row.expiresAt),
      hasAccess: Boolean(row.active),
      causes: standingReasons(row.reasons),
      lastActivityAt: instantOrNull(row.lastActivityAt),
      completedAt: instantOrNull(row.completedAt),
      scorePercent: row.scorePercent,
      passed: row.passed,
      attemptNumber: row.attemptNumber,
      // Everybody with an enrolment is a member: its foreign key guarantees that.
      action: actionOf(row, true),
    })),
  };
}

const refusals: Record<LockReason, (title: string) => Error> = {
  byInvitation: (title) => forbidden("by_invitation", "You cannot enrol yourself in {title}. Ask a portal admin to enrol you.", { title }),
  notMember: (title) => forbidden("not_member", "You are not a member of this portal, so you cannot enrol in {title}.", { title }),
  archived: (title) => conflict("archived", "{title} is out of the catalog.", { title }),
  ended: (title) => conflict("ended", "Your access to {title} has ended. Ask a portal admin to enrol you again.", { title }),
  empty: (title) => conflict("empty", "{title} has nothing to open yet.", { title }),
  prerequisites: (title) =>
    conflict("prerequisites", "{title} asks for something first that you do not have yet. Its page says what.", { title }),
  upcoming: (title) => conflict("upcoming", "You cannot enrol in {title} yet. Its page says from when on.", { title }),
  closed: (title) => conflict("closed", "The time to enrol in {title} is over. Ask a portal admin to enrol you.", { title }),
  priced: (title) => conflict("priced", "{title} has a price and cannot be bought here yet. Ask a portal admin to enrol you.", { title }),
};

/**
 * Enrols the actor at their own request. Repeating it, or being enrolled already for any cause, changes nothing; two calls at once create one
 * enrolment and one cause. Throws 404 for a course the person cannot see, 403 or 409 with the reason where enrolling is not offered.
 */
export async function enrol({ db, actor }: Context, courseId: number) {
  await queries.lockEnrolment(db, actor.portalId, actor.userId, courseId);
  const standing = await visibleStanding(db, actor, courseId);
  const action = actionOf(standing, standing.isMember);
  if (!standing.active) {
    if (action.kind !== "enrol" && action.kind !== "renew") throw refusals[action.reason ?? "archived"](standing.title);
    const enrolmentId = await queries.insertEnrolment(db, actor.portalId, actor.userId, courseId);
    await queries.insertSelfCause(db, actor.portalId, enrolmentId, actor.userId);
    await peopleChanged(db, actor.portalId);
  }
  return reply(db, actor, courseId);
}

/** Ends the actor's own enrolment before the first attempt; enrolling again undoes it. Throws 409 with the reason where leaving is not possible. */
export async function leave({ db, actor }: Context, courseId: number) {
  await queries.lockEnrolment(db, actor.portalId, actor.userId, courseId);
  const standing = await visibleStanding(db, actor, courseId);
  if (standing.active && standing.enrolmentId !== null) {
    const hasAttempt = standing.attemptId !== null;
    if (!mayLeave({ active: true, causes: kindsInForce(standing.reasons) }, hasAttempt))
      throw hasAttempt
        ? conflict("begun", "You have started {title}, so it stays in your courses.", { title: standing.title })
        : conflict("assigned", "{title} was assigned to you, so only a portal admin can take it away.", { title: standing.title });
    await queries.endSelfCauses(db, actor, standing.enrolmentId);
    await peopleChanged(db, actor.portalId);
  }
  return reply(db, actor, courseId);
}

async function visibleStanding(db: Context["db"], actor: Context["actor"], courseId: number) {
  const standing = await queries.findStanding(db, actor, courseId);
  if (!standing || !maySeeCourse(standing.status, standing.enrolmentId !== null, standing.isOffered))
    throw notFound("course", "This course could not be found.");
  // Who is not offered it any more was enrolled once, and is enrolled again by others only.
  return { ...standing, selfEnrol: standing.selfEnrol && standing.isOffered };
}

async function reply(db: Context["db"], actor: Context["actor"], courseId: number) {
  const standing = await visibleStanding(db, actor, courseId);
  return { courseId, title: standing.title, enrolled: Boolean(standing.active), action: actionOf(standing, standing.isMember) };
}

/** Published courses with the words, for enrolling people. */
export const showOpenCourses = async (
  { db, actor }: Pick<Context, "db" | "actor">,
  q: string,
): Promise<Result<typeof listOpenCourses>> => ({
  rows: await queries.listOpenCourses(db, actor.portalId, q, coursesWithin(await scopeOf(db, actor))),
});
