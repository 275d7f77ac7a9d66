import { mayEdit } from "#features/courses/policy.ts";
import { deleteCourse } from "#features/courses/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { note } from "#platform/audit.ts";
import type { Result } from "#platform/contract.ts";
import { conflict, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { copyCourse } from "./copying.ts";
import * as queries from "./queries.ts";

/** A course of any type that the person may edit, locked. Throws 404 for any other. */
async function requireOwn({ db, actor, portal }: Context, courseId: number) {
  const course = await queries.findOwner(db, portal.id, courseId, { lock: true });
  if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
  return course;
}

/** Copies a course of the author's. */
export async function duplicate(context: Context, courseId: number): Promise<Result<typeof api.duplicateCourse>> {
  await requireOwn(context, courseId);
  return copyCourse(context, courseId);
}

/** Takes a course out of the catalog: people who are enrolled keep it (archived); a course without any enrolment becomes a draft again. */
export async function archive(context: Context, courseId: number): Promise<Result<typeof api.archiveCourse>> {
  const course = await requireOwn(context, courseId);
  if (course.status !== "published") throw conflict("not_published", "This course is not in the catalog.");
  const { db, portal } = context;
  const status = (await queries.hasPeople(db, portal.id, courseId)) ? "archived" : "draft";
  await queries.updateCourse(db, portal.id, courseId, { status });
  await note(context, {
    action: "course_unpublished",
    object: { kind: "course", id: courseId },
    before: { status: course.status },
    after: { status },
  });
  return { status };
}

/**
 * Deletes a course in which nobody was ever enrolled (INV-4), whether it was published or not; the database refuses to delete any other. What is in the catalog goes
 * only by somebody who may take it out.
 */
export async function remove(context: Context, courseId: number): Promise<Result<typeof api.deleteCourse>> {
  const { db, portal, actor } = context;
  const course = await requireOwn(context, courseId);
  if (course.status === "published" && !may("publish-courses").allows(actor))
    throw conflict("in_catalog", "This course is in the catalog. Somebody who may publish courses has to take it out first.");
  if (await queries.hasPeople(db, portal.id, courseId))
    throw conflict(
      "course_touched",
      "People were enrolled in this course, so it stays in their records. Take it out of the catalog instead.",
    );
  const asking = await queries.titlesAskingFor(db, portal.id, courseId);
  if (asking.length > 0)
    throw conflict(
      "course_required",
      'The course "{title}" asks for this one to be completed first. Change that there, then delete this one.',
      {
        title: asking[0] ?? "",
      },
    );
  const title = await queries.titleOf(db, portal.id, courseId);
  await deleteCourse(db, { portalId: portal.id, courseId });
  await note(context, { action: "course_deleted", object: { kind: "course", id: courseId }, before: { title, status: course.status } });
  return { removed: true };
}
