import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { newestAttempt } from "#features/enrolment/server/standing-sql.ts";

/** Given and family name of the users row of an alias; null when both are empty. */
export const fullName = (alias: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), '')`;

/** People of a course: let in now; newest attempt under way; ever completed; let in without an attempt. */
export const peopleCounts = (portalId: RawBuilder<unknown>, courseId: RawBuilder<unknown>) => sql`
  select count(*) filter (where s.active)::int as enrolled,
    count(*) filter (where s.active and p.attempt_id is null)::int as "notStarted",
    count(*) filter (where p.attempt_id is not null and p.completion_id is null)::int as "inProgress",
    count(*) filter (where exists (
      select from attempt_progress d where d.portal_id = s.portal_id and d.enrolment_id = s.enrolment_id and d.completion_id is not null))::int as completed
  from enrolment_standing s left join ${newestAttempt}
  where s.portal_id = ${portalId} and s.course_id = ${courseId}`;
