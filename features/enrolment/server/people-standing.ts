import { sql, type RawBuilder } from "kysely";
import { soonMs } from "../due.ts";
import type { TeamState } from "../team-states.ts";
import { causeHolds, newestAttempt } from "./standing-sql.ts";

const soonEnds = sql`(now() + make_interval(secs => ${sql.lit(soonMs / 1000)}))`;
/** The days for which a completion counts as recent. */
const recent = sql`interval '30 days'`;

/** Enrolments that may be due until an instant, found by index: by a date of one of their causes, or one that somebody decided. */
const dueUntil = (portalId: number, until: RawBuilder<unknown>) => sql`(
  select k.enrolment_id from enrolment_causes k where k.portal_id = ${portalId} and k.due_at <= ${until}
  union select d.enrolment_id from corrections d where d.portal_id = ${portalId} and d.kind = 'due' and d.value_at <= ${until}) n`;

/** The people of enrolments in force that are not complete and are due in a span. */
const dueIn = (portalId: number, until: RawBuilder<unknown>, span: RawBuilder<unknown>) => sql`
  select s.user_id from ${dueUntil(portalId, until)}
  -- One by one, as in the lists: offset 0 keeps the planner from putting the standing of everybody together.
  join lateral (select * from enrolment_standing s where s.portal_id = ${portalId} and s.enrolment_id = n.enrolment_id offset 0) s on true
  left join ${newestAttempt}
  where s.active and p.completed_at is null and ${span}`;

const isInForce = sql`exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeHolds})`;

/**
 * Whether somebody waits for an assessor in the newest attempt p of the enrolment s (EDT-14). The log tells first, by its index, whether they ever asked: in this
 * attempt, or in one that publishing moved to this one.
 */
const isWaiting = sql`exists (select from attempts a join commit_log l on l.portal_id = a.portal_id and l.attempt_id = a.id and l.kind = 'ready'
    where a.portal_id = s.portal_id and a.enrolment_id = s.enrolment_id)
  and exists (select from attempt_blocks b where b.portal_id = p.portal_id and b.attempt_id = p.attempt_id and b.state->>'readyAt' is not null)`;

/** In how many of their courses somebody waits for an assessor. */
export const waitingOf = (portalId: number, userId: RawBuilder<unknown>) => sql`(
  select count(*)::int from ${openOf(portalId, userId)} where ${isWaiting})`;

/** Who stands so in some course of the portal, as a select of `user_id` with one row or several for each of them. */
export const whoStands: Readonly<Record<TeamState, (portalId: number) => RawBuilder<unknown>>> = {
  overdue: (portalId) => dueIn(portalId, sql`now()`, sql`s.due_at <= now()`),
  soon: (portalId) => dueIn(portalId, soonEnds, sql`s.due_at > now() and s.due_at <= ${soonEnds}`),
  notStarted: (portalId) => sql`
    select e.user_id from enrolments e where e.portal_id = ${portalId} and ${isInForce}
      and not exists (select from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.id
        and not exists (select from attempts_set_aside x where x.portal_id = a.portal_id and x.attempt_id = a.id))`,
  enrolled: (portalId) => sql`select e.user_id from enrolments e where e.portal_id = ${portalId} and ${isInForce}`,
  completed: (portalId) => sql`
    select p.user_id from (
      select c.attempt_id from completions c where c.portal_id = ${portalId} and c.completed_at > now() - ${recent}
      union select d.attempt_id from corrections d where d.portal_id = ${portalId} and d.kind = 'date' and d.value_at > now() - ${recent}) n
    join attempt_progress p on p.portal_id = ${portalId} and p.attempt_id = n.attempt_id
    where p.completed_at > now() - ${recent}`,
  signOff: (portalId) => sql`
    select s.user_id from (select distinct a.enrolment_id from commit_log l
      join attempts a on a.portal_id = l.portal_id and a.id = l.attempt_id where l.portal_id = ${portalId} and l.kind = 'ready') n
    join lateral (select * from enrolment_standing s where s.portal_id = ${portalId} and s.enrolment_id = n.enrolment_id offset 0) s on true
    join ${newestAttempt}
    where s.active and ${isWaiting}`,
};

/** How many people are overdue in a course: those of dueIn, found by the course. which: those enrolments e alone. */
export const overdueIn = (portalId: RawBuilder<unknown>, courseId: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from enrolments e
  join lateral (select * from enrolment_standing s where s.portal_id = e.portal_id and s.enrolment_id = e.id offset 0) s on true
  left join ${newestAttempt}
  where e.portal_id = ${portalId} and e.course_id = ${courseId} and ${which}
    and (exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and k.due_at <= now())
      or exists (select from corrections d where d.portal_id = e.portal_id and d.enrolment_id = e.id and d.kind = 'due' and d.value_at <= now()))
    and s.active and p.completed_at is null and s.due_at <= now())`;

/** What is in force for somebody: the standing s of their enrolments and the newest attempt p of each. */
export const openOf = (portalId: number, userId: RawBuilder<unknown>) => sql`
  (select * from enrolment_standing s where s.portal_id = ${portalId} and s.user_id = ${userId} and s.active offset 0) s
  left join ${newestAttempt}`;
