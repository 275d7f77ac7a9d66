import { sql } from "kysely";

/**
 * The newest attempt of the enrolment s that nobody set aside, as p; whether it is complete says whether the course is done, here and for conditions: a backward index scan that stops at the first row, however many attempts there are.
 */
export const newestAttempt = sql`lateral (
  select * from attempt_progress p
  where p.portal_id = s.portal_id and p.enrolment_id = s.enrolment_id and not p.set_aside
  order by p.number desc limit 1
) p on true`;
