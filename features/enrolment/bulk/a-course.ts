import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { notFound } from "#platform/errors.ts";
import { words } from "#platform/words.ts";

// What the bulk actions on enrolments have in common.

export const aCourseId = z.int(words("Choose a course.")).check(z.gte(1, words("Choose a course.")));
export const aReason = z
  .string(words("Say why, in a few words."))
  .check(z.trim(), z.minLength(1, words("Say why, in a few words.")), z.maxLength(500, words("Use at most {maximum} characters.")));

/** A course of the portal with the portal's time zone. Throws 404. */
export async function courseOf(db: Db, portalId: number, courseId: number) {
  const course = await db
    .selectFrom("courses as c")
    .innerJoin("portals as p", "p.id", "c.portal_id")
    .select(["c.id", "c.title", "c.status", "c.current_version_id as versionId", "p.time_zone as zone"])
    .where("c.portal_id", "=", portalId)
    .where("c.id", "=", courseId)
    .executeTakeFirst();
  if (!course || course.status === "draft") throw notFound("course", "This course could not be found.");
  return course;
}
