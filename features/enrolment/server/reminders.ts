import { sql } from "kysely";
import * as z from "zod/mini";
import type { AnyEvent } from "#features/notifications/event.ts";
import { dueSoon } from "#features/notifications/events/due_soon/due-soon.ts";
import { overdue } from "#features/notifications/events/overdue/overdue.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { newestAttempt } from "./standing-sql.ts";

/** How late, in days, it is still said that a course is overdue: what nobody was told in this time, because no worker ran, is old news. */
const lateDays = 7;
/**
 * Where the days of an event are changed, a time that had passed before is not caught up: that would tell many people at once of what they know. What came due within
 * these hours is told all the same, because no worker may have looked since.
 */
const unseenHours = 1;

const daysOf = ({ timing }: { readonly timing?: AnyEvent["timing"] }) => timing?.days ?? [];

const Furthest = z.object({ before: z.int(), after: z.int() });
/** The most days before and after a due date at which any portal tells of it. */
async function furthestDays(db: Db) {
  const set = oneRow(
    await typed(Furthest)`select coalesce(max(day) filter (where event = ${dueSoon.name}), 0)::int as before,
      coalesce(max(day) filter (where event = ${overdue.name}), 0)::int as after
      from event_timings cross join unnest(days) as d (day)`.execute(db),
  );
  return { before: Math.max(set.before, ...daysOf(dueSoon)), after: Math.max(set.after, ...daysOf(overdue)) };
}

const Told = z.object({ event: z.string() });

/**
 * Tells people what is due soon and what is overdue, at the days of the course, else of its portal, else of the event (MAIL-1); days of the person's zone, so the hour
 * stays when clocks change. Each is told once for a due date and number of days: a date that changes is another one. Nobody is reminded of what they were enrolled in
 * after that reminder's time, for that told them the date. For the worker; gives how many were told.
 */
export const remindOfDueCourses = (databases: Databases, now: Date): Promise<number> =>
  databases.inSystemUntimed("remind of due courses", async (db) => {
    const furthest = await furthestDays(db);
    const first = sql`${now}::timestamptz - make_interval(days => ${furthest.after + lateDays + 1}::int)`;
    const last = sql`${now}::timestamptz + make_interval(days => ${furthest.before + 1}::int)`;
    const { rows } = await typed(Told)`
      with near as (
        select k.portal_id, k.enrolment_id from enrolment_causes k where k.due_at > ${first} and k.due_at < ${last}
        union
        select d.portal_id, d.enrolment_id from corrections d where d.kind = 'due' and d.value_at > ${first} and d.value_at < ${last}
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
      ), timed as (
        select d.*, e.event, e.sign * b.day as days, greatest(d.since,
          greatest(t.changed_at, case when t.days is null then o.changed_at end) - make_interval(hours => ${unseenHours}::int)) as not_before
        from due d
        cross join (values (${dueSoon.name}, -1, ${daysOf(dueSoon)}::smallint[]), (${overdue.name}, 1, ${daysOf(overdue)}::smallint[])) as e (event, sign, days)
        left join event_timings t on t.portal_id = d.portal_id and t.event = e.event and t.course_id = d.course_id
        left join event_timings o on o.portal_id = d.portal_id and o.event = e.event and o.course_id is null
        cross join unnest(coalesce(t.days, o.days, e.days)) as b (day)
      ), reminder as (
        select d.*, case when days = 0 then due_at else ((due_at at time zone zone) + make_interval(days => days)) at time zone zone end as at from timed d
      ), told as (
        -- Of several reminders whose time has come, the last alone.
        select distinct on (portal_id, enrolment_id, event) * from reminder
        where at <= ${now} and at > not_before
          and case when days < 0 then due_at > ${now} else at > ${now}::timestamptz - make_interval(days => ${lateDays}) end
        order by portal_id, enrolment_id, event, days desc
      )
      insert into notifications (portal_id, event, subject, user_id, occurrence, variables, created_at)
      select portal_id, event, 'course:' || course_id, user_id,
        to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || case when days = 0 then '' else ':' || abs(days) end,
        jsonb_build_object('courseId', course_id, 'courseType', type, 'course', title, 'dueAt', due_at), ${now}
      from told
      on conflict on constraint notifications_once do nothing returning event`.execute(db);
    return rows.length;
  });
