import * as z from "zod/mini";
import { dueSoon } from "#features/notifications/events/due_soon/due-soon.ts";
import { overdue } from "#features/notifications/events/overdue/overdue.ts";
import type { Databases } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { newestAttempt } from "./standing-sql.ts";

/** How many days before its due date a course is called to mind; days of the person's zone, so the hour stays when clocks change. */
const daysBefore = [7, 1];
/** How late, in days, it is still said that a course is overdue: what nobody was told in this time, because no worker ran, is old news. */
const lateDays = 7;

const Told = z.object({ event: z.string() });

/**
 * Tells people what is due soon and what is overdue, each once for a due date: a date that changes is another one. Nobody is reminded of what they were enrolled in
 * after that reminder's time, for that told them the date. For the worker; gives how many were told.
 */
export const remindOfDueCourses = (databases: Databases, now: Date): Promise<number> =>
  databases.inSystemUntimed("remind of due courses", async (db) => {
    const { rows } = await typed(Told)`
      with near as (
        select k.portal_id, k.enrolment_id from enrolment_causes k
        where k.due_at > ${now}::timestamptz - make_interval(days => ${lateDays}) and k.due_at < ${now}::timestamptz + make_interval(days => ${Math.max(...daysBefore) + 1})
        union
        select d.portal_id, d.enrolment_id from corrections d
        where d.kind = 'due' and d.value_at > ${now}::timestamptz - make_interval(days => ${lateDays})
          and d.value_at < ${now}::timestamptz + make_interval(days => ${Math.max(...daysBefore) + 1})
      ), due as (
        select s.portal_id, s.enrolment_id, s.user_id, s.due_at, c.id as course_id, c.type, c.title, coalesce(u.time_zone, o.time_zone) as zone,
          greatest(s.created_at,
            (select max(k.created_at) from enrolment_causes k where k.portal_id = s.portal_id and k.enrolment_id = s.enrolment_id),
            (select max(d.made_at) from corrections d where d.portal_id = s.portal_id and d.enrolment_id = s.enrolment_id and d.kind = 'due')) as since
        from near n
        join enrolment_standing s on s.portal_id = n.portal_id and s.enrolment_id = n.enrolment_id
        join courses c on c.portal_id = s.portal_id and c.id = s.course_id and c.status <> 'draft'
        join memberships m on m.portal_id = s.portal_id and m.user_id = s.user_id and m.status = 'active'
        join users u on u.id = s.user_id
        join portals o on o.id = s.portal_id and o.status = 'active'
        left join ${newestAttempt}
        where s.active and s.due_at is not null and p.completed_at is null
      ), reminder as (
        select d.*, b.days, ((d.due_at at time zone d.zone) - make_interval(days => b.days)) at time zone d.zone as at
        from due d cross join unnest(${daysBefore}::int[]) as b (days)
      ), told as (
        -- Of several reminders whose time has come, the last alone.
        select distinct on (portal_id, enrolment_id) portal_id, user_id, course_id, type, title, due_at, ${dueSoon.name} as event, ':' || days as which
        from reminder where at <= ${now} and at > since and due_at > ${now} order by portal_id, enrolment_id, days
      )
      insert into notifications (portal_id, event, subject, user_id, occurrence, variables, created_at)
      select portal_id, event, 'course:' || course_id, user_id, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || which,
        jsonb_build_object('courseId', course_id, 'courseType', type, 'course', title, 'dueAt', due_at), ${now}
      from (
        select portal_id, user_id, course_id, type, title, due_at, event, which from told
        union all
        select portal_id, user_id, course_id, type, title, due_at, ${overdue.name}, '' from due
        where due_at <= ${now} and due_at > ${now}::timestamptz - make_interval(days => ${lateDays}) and due_at > since
      ) one
      on conflict on constraint notifications_once do nothing returning event`.execute(db);
    return rows.length;
  });
