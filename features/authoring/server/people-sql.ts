import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { causeHolds } from "#features/enrolment/server/service.ts";

/** Full name from the users row with this alias; the e-mail address of somebody who has no name yet. */
export const fullName = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), ''), ${sql.ref(`${alias}.email`)})`;

/** How many people have an enrolment in force in a course. Asked of the causes alone: the whole standing of 10,000 people would cost five times as much. */
export const enrolledIn = (
  portalId: RawBuilder<unknown>,
  courseId: RawBuilder<unknown>,
  which: RawBuilder<unknown> = sql`true`,
) => sql<number>`(
  select count(*)::int from enrolments e where e.portal_id = ${portalId} and e.course_id = ${courseId}
    and exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeHolds}) and ${which})`;

/** Numbers of people of a course: with an active enrolment; with their newest attempt in progress; who ever completed it; enrolled without an attempt. which: those enrolments e alone. */
export const peopleCounts = (portalId: RawBuilder<unknown>, courseId: RawBuilder<unknown>, which: RawBuilder<unknown> = sql`true`) => sql`
  select ${enrolledIn(portalId, courseId, which)} as enrolled,
    ${enrolledIn(portalId, courseId, sql`${which} and not exists (select from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.id)`)} as "notStarted",
    count(*) filter (where not n.is_done)::int as "inProgress", count(*) filter (where n.ever_done)::int as completed
  from (
    select distinct on (a.enrolment_id) d.id is not null as is_done, bool_or(d.id is not null) over (partition by a.enrolment_id) as ever_done
    from enrolments e
    join attempts a on a.portal_id = e.portal_id and a.enrolment_id = e.id
    left join completions d on d.portal_id = a.portal_id and d.attempt_id = a.id
      and not exists (select from completion_reversals x where x.portal_id = d.portal_id and x.completion_id = d.id)
    where e.portal_id = ${portalId} and e.course_id = ${courseId} and ${which}
    order by a.enrolment_id, a.number desc
  ) n`;
