import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/** Full name from the users row with this alias; the e-mail address of somebody who has no name yet. */
export const fullName = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), ''), ${sql.ref(`${alias}.email`)})`;

/** Numbers of people of a course: with an active enrolment; with their newest attempt in progress; who ever completed it; enrolled without an attempt. */
export const peopleCounts = (portalId: RawBuilder<unknown>, courseId: RawBuilder<unknown>) => sql`
  select count(*) filter (where s.active)::int as enrolled,
    count(*) filter (where s.active and p.newest is null)::int as "notStarted",
    count(*) filter (where p.newest = 'under way')::int as "inProgress",
    count(*) filter (where p.completed)::int as completed
  from enrolment_standing s
  cross join lateral (
    select bool_or(a.completion_id is not null) as completed,
      (array_agg(case when a.completion_id is null then 'under way' else 'done' end order by a.number desc))[1] as newest
    from attempt_progress a where a.portal_id = s.portal_id and a.enrolment_id = s.enrolment_id
  ) p
  where s.portal_id = ${portalId} and s.course_id = ${courseId}`;
