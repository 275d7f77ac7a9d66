import { sql } from "kysely";
import * as z from "zod/mini";
import { dueState, openOf, waitingOf, whoStands } from "#features/enrolment/server/service.ts";
import { nudged } from "#features/notifications/events/nudged/nudged.ts";
import { isCrowded, usersIn, type Search } from "#features/people/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { LargeListSql } from "#platform/list/server/large-page.ts";
import { TeamMember, type teamList } from "../contract.ts";

export const TeamRow = z.pick(TeamMember, { id: true, name: true, email: true });

const orders = { name: sql`u.name_key, u.id`, "-name": sql`u.name_key desc, u.id desc` };

/** The active people whom somebody reaches and a search and a state select, as the membership m and its user u. */
export async function teamOf(
  db: Db,
  scope: PeopleScope,
  portalId: number,
  { state, sort }: Pick<ListRequest<typeof teamList>, "state" | "sort">,
): Promise<(search: Search) => LargeListSql> {
  const remembersFrom = state !== null && (await isCrowded(db, portalId)) ? 0 : undefined;
  return (search) => {
    const { users, asked, isPlannedOnce } = usersIn(search);
    const parts = [
      sql`m.portal_id = ${portalId}`,
      sql`m.status = 'active'`,
      sql`u.kind = 'person'`,
      inScope(scope, sql`m.user_id`),
      ...asked,
      ...(state ? [sql`m.user_id in (${whoStands[state](portalId)})`] : []),
    ];

    return {
      isPlannedOnce,
      from: sql`${users} join memberships m on m.user_id = u.id where ${sql.join(parts, sql` and `)}`,
      keys: sql`m.user_id as id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email`,
      order: orders[sort],
      ...(remembersFrom !== undefined && { remembersFrom }),
      items: sql`select nth, id, name, email from shown`,
    };
  };
}

/** What a reminder is about: all that somebody has to learn. */
export const nudgeSubject = "learning";

const Standing = z.object({
  id: z.int(),
  open: z.int(),
  overdue: z.int(),
  soon: z.int(),
  notStarted: z.int(),
  waiting: z.int(),
  nextCourse: z.nullable(z.string()),
  nextDueAt: z.nullable(z.date()),
  nudgedAt: z.nullable(z.date()),
});

/** How these people stand, by person. A statement of its own, so that it is planned once and not with each page. */
export async function standingsOf(db: Db, portalId: number, ids: readonly number[]) {
  const { rows } = await typed(Standing)`select t.user_id as id, w.open, w.overdue, w.soon, w."notStarted", w."nextCourse", w."nextDueAt",
      ${waitingOf(portalId, sql`t.user_id`)} as waiting,
      (select max(o.created_at) from notifications o
        where o.portal_id = ${portalId} and o.event = ${nudged.name} and o.subject = ${nudgeSubject} and o.user_id = t.user_id) as "nudgedAt"
    from unnest(${ids}::bigint[]) as t (user_id) cross join lateral (
      select count(*)::int as open, count(*) filter (where o.due = 'overdue')::int as overdue, count(*) filter (where o.due = 'soon')::int as soon,
        count(*) filter (where not o.is_begun)::int as "notStarted", (array_agg(o.title order by o.due_at) filter (where o.due_at is not null))[1] as "nextCourse",
        min(o.due_at) as "nextDueAt"
      from (select c.title, s.due_at, ${dueState(sql`s.due_at`)} as due, p.attempt_id is not null as is_begun
        from ${openOf(portalId, sql`t.user_id`)} join courses c on c.portal_id = s.portal_id and c.id = s.course_id
        where p.completed_at is null) o) w`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const OpenCourse = z.object({
  userId: z.int(),
  courseId: z.int(),
  courseType: z.string(),
  course: z.string(),
  dueAt: z.nullable(z.date()),
  isOverdue: z.boolean(),
});

/** What is open for these people, by due date. */
export const listOpenCourses = async (db: Db, portalId: number, userIds: readonly number[]) =>
  (
    await typed(
      OpenCourse,
    )`select t.user_id as "userId", c.id as "courseId", c.type as "courseType", c.title as course, s.due_at as "dueAt",
        coalesce(s.due_at <= now(), false) as "isOverdue"
      from unnest(${userIds}::bigint[]) as t (user_id) cross join lateral (
        select s.due_at, s.course_id from ${openOf(portalId, sql`t.user_id`)} where p.completed_at is null) s
      join courses c on c.portal_id = ${portalId} and c.id = s.course_id
      order by t.user_id, s.due_at nulls last, c.id`.execute(db)
  ).rows;
