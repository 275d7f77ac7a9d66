import { sql } from "kysely";

/**
 * The newest attempt of the enrolment s that nobody set aside, as p; whether it is complete says whether the course is done, here and for conditions: a backward index scan that stops at the first row, however many attempts there are.
 */
export const newestAttempt = sql`lateral (
  select * from attempt_progress p
  where p.portal_id = s.portal_id and p.enrolment_id = s.enrolment_id and not p.set_aside
  order by p.number desc limit 1
) p on true`;

/**
 * Whether an attempt a is out of the way. Not by a function of the database, which would be started for each attempt; `offset 0` has it looked up for each by its
 * key, where PostgreSQL would join the corrections of the whole portal.
 */
export const isSetAside = sql`exists (select from attempts_set_aside x where x.portal_id = a.portal_id and x.attempt_id = a.id offset 0)`;
