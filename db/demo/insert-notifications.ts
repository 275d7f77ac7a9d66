import { sql } from "kysely";
import { completed } from "#features/notifications/events/completed/completed.ts";
import { enrolled } from "#features/notifications/events/enrolled/enrolled.ts";
import type { Db } from "#platform/db/connect.ts";

/** Days for which the demo's people have notifications; of those of this week they have not read, and mail tells of them. */
const days = 60;
const newDays = 7;

/** Tells those who sign in to the demo what happened to them in the last weeks, in the words and with the keys of the real events. */
export async function insertNotifications(db: Db, emails: readonly string[], now: Date) {
  await sql`insert into notifications (portal_id, event, subject, user_id, occurrence, variables, created_at, read_at, handled_at)
    select portal_id, event, subject, user_id, occurrence, variables, at,
      case when at < ${now}::timestamptz - make_interval(days => ${newDays}) then at + interval '3 hours' end,
      case when at < ${now}::timestamptz - make_interval(days => ${newDays}) then at end
    from (
      select e.portal_id, ${enrolled.name} as event, 'course:' || c.id as subject, e.user_id, e.id || ':0' as occurrence,
        jsonb_build_object('courseId', c.id, 'courseType', c.type, 'course', c.title, 'by', nullif(trim(b.given_name || ' ' || b.family_name), ''),
          'byId', b.id, 'dueAt', to_char(k.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as variables,
        k.created_at as at
      from enrolments e
      join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id and k.kind <> 'self'
      join courses c on c.portal_id = e.portal_id and c.id = e.course_id
      left join users b on b.id = k.created_by
      union all
      select p.portal_id, ${completed.name}, 'course:' || c.id, p.user_id, 'attempt:' || p.attempt_id,
        jsonb_build_object('courseId', c.id, 'courseType', c.type, 'course', c.title), p.completed_at
      from completions p join courses c on c.portal_id = p.portal_id and c.id = p.course_id
    ) told
    join users u on u.id = told.user_id and u.email = any (${emails}::text[])
    where at > ${now}::timestamptz - make_interval(days => ${days}) and at <= ${now}
    order by at
    on conflict on constraint notifications_once do nothing`.execute(db);
  await sql`insert into suppressed_addresses (portal_id, address, reason, response, created_at)
    select p.id, a.address, a.reason, a.response, ${now}::timestamptz - make_interval(days => a.days)
    from portals p cross join (values
      ('all-staff@northwind.example', 'manual', 'A list that reaches hundreds of people', 30),
      ('reception@northwind.example', 'refused', '550 5.1.1 No such mailbox', 12)) as a (address, reason, response, days)
    where p.slug = 'northwind'`.execute(db);
}
