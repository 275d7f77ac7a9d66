import { showChoices } from "#features/conditions/server/service.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { isOwner, mayEdit, type Owned } from "#features/courses/policy.ts";
import { reviewAnswered } from "#features/notifications/events/review_answered/review-answered.ts";
import { courseHandedOver } from "#features/notifications/events/course_handed_over/course-handed-over.ts";
import { approvalAsked } from "#features/notifications/events/approval_asked/approval-asked.ts";
import { notify } from "#features/notifications/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import { nextSteps } from "../review.ts";
import type * as api from "../team-contract.ts";
import { isAnswer, type CourseReview, type CourseTeam, type ReviewStep } from "../team-contract.ts";
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
    ...reviewOf(context, course, team),
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

/**
 * Gives a course to a co-author, who is told. Throws 403 for whoever is a co-author themselves, 409 where somebody else owns it by now, 400 for anybody who
 * does not edit it or can no more.
 */
export async function handOver(
  context: Context,
  courseId: number,
  { userId, from }: Parsed<typeof api.handOver>["body"],
): Promise<CourseTeam> {
  const { db, actor } = context;
  const { key, course } = await requireOwn(context, courseId, { lock: true });
  const { createdBy } = course;
  if (!isOwner(actor, course)) throw forbidden("not_course_owner", "Only the owner of a course and portal admins say who else edits it.");
  if (createdBy !== from) throw conflict("owner_changed", "Somebody else owns this course by now. Look at it again, then decide.");
  if (!course.coAuthors.includes(userId)) throw invalid("userId", "no_co_author", "Courses are handed over to one of their co-authors.");
  if (!(await queries.canOwn(db, key.portalId, userId)))
    throw invalid("userId", "no_author", "Only active authors and admins edit courses. Give this person the role first.");
  await queries.setOwner(db, key, userId, actor.userId);
  await note(context, {
    action: "course_owner_changed",
    object: { kind: "course", id: courseId },
    before: { ownerId: createdBy },
    after: { ownerId: userId },
  });
  await notify(db, key.portalId, courseHandedOver, [
    {
      subject: `course:${courseId}`,
      userId,
      occurrence: `from ${createdBy ?? "nobody"} ${new Date().toISOString()}`,
      variables: await factsFor(context, course, courseId),
    },
  ]);
  return showTeam(context, courseId);
}

/** What a message about a course says of it, and of whoever causes it. */
const factsFor = async ({ db, actor, portal }: Context, { type }: { readonly type: CourseType }, courseId: number) => ({
  courseId,
  courseType: type,
  course: await courses.titleOf(db, portal.id, courseId),
  by: `${actor.givenName} ${actor.familyName}`.trim() || actor.email,
  byId: actor.userId,
});

const approving = may("approve-courses");

/** Ring two: a course that was asked about, or that the person edits. Throws 404 for any other: nobody else's business before (security.md #26). */
async function requireReviewed({ db, actor, portal }: Context, courseId: number, { lock = false } = {}) {
  const course = await courses.findOwner(db, portal.id, courseId, { lock });
  const key = { portalId: portal.id, courseId };
  const team = course && (await queries.findTeam(db, key));
  if (!course || !team || !(mayEdit(actor, course) || team.review !== null)) throw notFound("course", "This course could not be found.");
  return { key, course, team };
}

/** Where a course stands in its review, for somebody who may answer it. */
export async function showReview(context: Context, courseId: number): Promise<CourseReview> {
  const { course, team } = await requireReviewed(context, courseId);
  return reviewOf(context, course, team);
}

const reviewOf = (
  { actor }: Pick<Context, "actor">,
  course: Owned,
  { review, hasChanged, draft, steps }: Pick<queries.Team, "review" | "hasChanged" | "draft" | "steps">,
): CourseReview => ({
  review,
  hasChanged,
  draft,
  nextSteps: nextSteps(review, {
    asks: mayEdit(actor, course) && may("make-courses").allows(actor),
    approves: approving.allows(actor),
  }),
  steps: steps.map((step) => ({ ...step, at: instant(step.at) })),
});

/** Asks for a review or withdraws that. Throws 409 for a step that is not next. */
export async function takeStep(context: Context, courseId: number, body: Parsed<typeof api.takeReviewStep>["body"]): Promise<CourseReview> {
  await requireOwn(context, courseId, { lock: true });
  return takeNext(context, courseId, body);
}

/** Approves a course or gives it back. Throws 409 while nobody asks. */
export async function answerReview(
  context: Context,
  courseId: number,
  body: Parsed<typeof api.answerReview>["body"],
): Promise<CourseReview> {
  await requireReviewed(context, courseId, { lock: true });
  return takeNext(context, courseId, body);
}

/** Takes a step of the review and tells who waits for it. */
async function takeNext(
  context: Context,
  courseId: number,
  { step: taken, comment, draft }: { readonly step: ReviewStep; readonly comment: string; readonly draft?: string },
): Promise<CourseReview> {
  const { db, actor } = context;
  const { key, course, team } = await requireReviewed(context, courseId);
  const { review } = team;
  if (!reviewOf(context, course, team).nextSteps.includes(taken))
    throw conflict("not_next", "The review of this course stands elsewhere by now. Look at it again, then decide.");
  if (taken === "approved" && draft !== team.draft)
    throw conflict("draft_changed", "This course was changed while you looked at it. Look at it again, then decide.");
  if (taken === "returned" && comment === "") throw invalid("comment", "missing", "Say what is to be changed.");
  const stepId = await queries.insertStep(db, key, { step: taken, comment, mark: team.draft, userId: actor.userId });
  await note(context, {
    action: "course_review",
    object: { kind: "course", id: courseId },
    before: { review },
    after: { review: taken === "withdrawn" ? null : taken },
  });
  const variables = await factsFor(context, course, courseId);
  const tell = (userIds: readonly number[]) =>
    [...new Set(userIds)]
      .filter((userId) => userId !== actor.userId)
      .map((userId) => ({ subject: `course:${courseId}`, userId, occurrence: `review ${stepId}`, variables }));
  if (taken === "asked") await notify(db, key.portalId, approvalAsked, tell(await queries.listApprovers(db, key.portalId)));
  if (isAnswer(taken)) {
    const { createdBy, coAuthors } = course;
    const told = tell([...(createdBy === null ? [] : [createdBy]), ...coAuthors]);
    await notify(
      db,
      key.portalId,
      reviewAnswered,
      told.map((one) => ({ ...one, variables: { ...variables, isApproved: taken === "approved", comment } })),
    );
  }
  return reviewOf(context, course, await queries.findTeam(db, key));
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

/** What the condition of a course can be about, for somebody who edits it. */
export async function showStartChoices(context: Context, courseId: number): Promise<Result<typeof api.listStartChoices>> {
  await requireOwn(context, courseId);
  return showChoices(context.db, context.actor);
}
