import { sql, type RawBuilder } from "kysely";
import { completed } from "../events/completed/completed.ts";

/**
 * A part of a statement that tells people of their completions. rows: completions that the statement adds, with portal_id, attempt_id, course_id and user_id.
 */
export const tellingCompleted = (rows: RawBuilder<unknown>) => sql`
  insert into notifications (portal_id, event, subject, user_id, occurrence, variables)
  select r.portal_id, ${completed.name}, 'course:' || r.course_id, r.user_id, 'attempt:' || r.attempt_id,
    jsonb_build_object('courseId', k.id, 'courseType', k.type, 'course', k.title)
  from ${rows} r join courses k on k.portal_id = r.portal_id and k.id = r.course_id
  on conflict on constraint notifications_once do nothing`;
