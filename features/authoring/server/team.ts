import { isOwner, mayEdit } from "#features/courses/policy.ts";
import { reviewAnswered } from "#features/notifications/events/review_answered/review-answered.ts";
import { approvalAsked } from "#features/notifications/events/approval_asked/approval-asked.ts";
import { notify } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import { nextSteps } from "../review.ts";
import type * as api from "../team-contract.ts";
import type { CourseTeam } from "../team-contract.ts";
import * as courses from "./queries.ts";
import * as queries from "./team-queries.ts";

/** Ring two: a course of any type that the person may edit. Throws 404 for any other. */
async function requireOwn({ db, actor, portal }: Context, courseId: number, { lock = false } = {}) {
  const course = await courses.findOwner(db, portal.id, courseId, { lock });
  // Another author's course may be a draft, whose existence is nobody else's business (security.md #26).
  if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
  return { key: { portalId: portal.id, courseId }, course };
}

/** Who edits a course, and its reviews. */
export async function showTeam(context: Context, courseId: number): Promise<CourseTeam> {
  const { db, actor } = context;
  const { key, course } = await requireOwn(context, courseId);
  const team = await queries.findTeam(db, key);
  return {
    ...team,
    mayShare: isOwner(actor, course),
    nextSteps: nextSteps(team.review, actor),
    steps: team.steps.map((step) => ({ ...step, at: instant(step.at) })),
  };
}

/** Sets the co-authors. Throws 403 for whoever is a co-author themselves, 400 for somebody who cannot edit courses. */
export async function saveCoAuthors(
  context: Context,
  courseId: number,
  { userIds }: Parsed<typeof api.saveCoAuthors>["body"],
): Promise<CourseTeam> {
  const { db, actor } = context;
  const { key, course } = await requireOwn(context, courseId, { lock: true });
  if (!isOwner(actor, course)) throw forbidden("not_course_owner", "Only the owner of a course and portal admins say who else edits it.");
  const ids = [...new Set(userIds)].filter((id) => id !== course.createdBy);
  if ((await queries.whoCanEdit(db, key, ids)).length !== ids.length)
    throw invalid("userIds", "no_author", "Only active authors and admins edit courses. Give this person the role first.");
  await queries.setCoAuthors(db, key, ids, actor.userId);
  await note(context, {
    action: "course_authors_changed",
    object: { kind: "course", id: courseId },
    before: { coAuthors: course.coAuthors },
    after: { coAuthors: ids },
  });
  return showTeam(context, courseId);
}

/** Takes a step of the review and tells who waits for it. Throws 409 for a step that is not next, 403 for an answer by somebody who is no admin. */
export async function takeStep(
  context: Context,
  courseId: number,
  { step, comment }: Parsed<typeof api.takeReviewStep>["body"],
): Promise<CourseTeam> {
  const { db, actor } = context;
  const { key, course } = await requireOwn(context, courseId, { lock: true });
  const { review } = await queries.findTeam(db, key);
  const isAnswer = step === "approved" || step === "returned";
  if (isAnswer && !actor.isAdmin) throw forbidden("not_reviewer", "Only portal admins look courses over.");
  if (!nextSteps(review, actor).includes(step))
    throw conflict("not_next", "The review of this course stands elsewhere by now. Look at it again, then decide.");
  if (step === "returned" && comment === "") throw invalid("comment", "missing", "Say what is to be changed.");
  const stepId = await queries.insertStep(db, key, step, comment, actor.userId);
  await note(context, {
    action: "course_review",
    object: { kind: "course", id: courseId },
    before: { review },
    after: { review: step === "withdrawn" ? null : step },
  });
  const variables = {
    courseId,
    courseType: course.type,
    course: await courses.titleOf(db, key.portalId, courseId),
    by: `${actor.givenName} ${actor.familyName}`.trim() || actor.email,
    byId: actor.userId,
  };
  const tell = (userIds: readonly number[]) =>
    [...new Set(userIds)]
      .filter((userId) => userId !== actor.userId)
      .map((userId) => ({ subject: `course:${courseId}`, userId, occurrence: `review ${stepId}`, variables }));
  if (step === "asked") await notify(db, key.portalId, approvalAsked, tell(await queries.listReviewers(db, key.portalId)));
  if (isAnswer) {
    const { createdBy, coAuthors } = course;
    const told = tell([...(createdBy === null ? [] : [createdBy]), ...coAuthors]);
    await notify(
      db,
      key.portalId,
      reviewAnswered,
      told.map((one) => ({ ...one, variables: { ...variables, isApproved: step === "approved", comment } })),
    );
  }
  return showTeam(context, courseId);
}

/** People who could edit the course too. */
export async function showAuthors(context: Context, courseId: number, q: string): Promise<Result<typeof api.findCoAuthors>> {
  const { key } = await requireOwn(context, courseId);
  return { rows: await queries.listAuthors(context.db, key.portalId, q) };
}

/** Courses that the course could ask for first. */
export async function showRequirable(context: Context, courseId: number, q: string): Promise<Result<typeof api.findRequirable>> {
  const { key } = await requireOwn(context, courseId);
  return { rows: await queries.listRequirable(context.db, key, q) };
}
