import { sql, type RawBuilder } from "kysely";
import type { BulkContext } from "#features/bulk/server/bulk-kind.ts";
import { hindrance, hindranceWords } from "#features/bulk/server/hindrance.ts";
import { inCourseScope, isWidenedBy } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";

/** Why the actor may not do something about courses for a person, as SQL, for a statement with the membership `m`, its user `u` and `chosen` as `c`; null where they may. */
export function courseHindrance({ actor, scope }: BulkContext, courseIds: readonly number[]): RawBuilder<string | null> {
  const within = courseIds.map((id) => inCourseScope(scope, sql`c.user_id`, sql`${id}::bigint`));
  return sql`coalesce(${hindrance(actor, "m", "u")}, case when not (${sql.join(within, sql` and `)}) then 'otherCourse' end)`;
}

/** The same where it enrols people. */
export async function enrollingHindrance(context: BulkContext, courseIds: readonly number[]): Promise<RawBuilder<string | null>> {
  const widened = await isWidenedBy(context.db, context.actor, courseIds);
  return sql`coalesce(${courseHindrance(context, courseIds)}, case when ${widened(sql`c.user_id`)} then 'ownRights' end)`;
}

/** Words for their codes. */
export const courseHindranceWords = (say: Say) => ({
  ...hindranceWords(say),
  otherCourse: say("Your role is for other courses"),
  ownRights: say("Your role would reach them by this course"),
});
