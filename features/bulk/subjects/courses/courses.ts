import { sql } from "kysely";
import { notFound } from "#platform/errors.ts";
import type { BulkSubject } from "../../server/bulk-subject.ts";

/** Courses of the portal: whoever may change the portal's courses reaches all of them. */
export const courses: BulkSubject = {
  key: sql.ref("course_id"),
  rows: sql.table("bulk_course_rows"),
  object: "course",
  reached: ({ actor }) => sql`select o.id as course_id from courses o where o.portal_id = ${actor.portalId}`,
  lock: (portalId, ids) =>
    sql`select from courses where portal_id = ${portalId} and id = any (${ids}::bigint[]) order by id for no key update`,
  missing: () => notFound("course", "This course could not be found."),
  named: (portalId) =>
    sql`select true as "isReached", o.title as name, '' as email from courses o where o.portal_id = ${portalId} and o.id = b.course_id`,
  who: (say) => [[say("Course"), (row) => row.name]],
};
