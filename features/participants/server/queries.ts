import { sql } from "kysely";
import * as z from "zod/mini";
import { causeHolds, newestAttempt } from "#features/enrolment/server/service.ts";
import type { Search } from "#features/people/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { LargeListSql } from "#platform/list/server/large-page.ts";
import { Participant, type participantsList } from "../contract.ts";

type Asked = Pick<ListRequest<typeof participantsList>, "state" | "group" | "sort">;

/** A participant as the database gives it: the due date as it stands. */
export const ParticipantRow = z.extend(z.omit(Participant, { due: true }), { dueAt: z.nullable(z.string()) });

const orders = {
  name: sql`u.name_key, u.id`,
  "-name": sql`u.name_key desc, u.id desc`,
  enrolled: sql`e.id`,
  "-enrolled": sql`e.id desc`,
};

/** Whether the enrolment e is in force. */
const isActive = sql`exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeHolds})`;

/** The standing s and the newest attempt p of the enrolment e, for the filters that ask about them. */
const standing = sql`join lateral (select * from enrolment_standing s where s.portal_id = e.portal_id and s.enrolment_id = e.id) s on true left join ${newestAttempt}`;

const states = {
  notStarted: sql`s.active and p.attempt_id is null`,
  inProgress: sql`s.active and p.attempt_id is not null and p.completed_at is null`,
  completed: sql`p.completed_at is not null`,
  overdue: sql`s.active and p.completed_at is null and s.due_at <= now()`,
  ended: sql`not s.active`,
};

/** The people of a course whom somebody reaches and a search and a filter select: their enrolment e, whose person is a member of the same portal, and user u. */
export function participantsOf(
  scope: PeopleScope,
  portalId: number,
  courseId: number,
  search: Search,
  { state, group, sort }: Asked,
): LargeListSql {
  const parts = [
    sql`u.kind = 'person'`,
    inScope(scope, sql`e.user_id`),
    ...(search.sql ? [search.sql] : []),
    ...(group === null
      ? []
      : [sql`e.user_id in (select n.user_id from group_members n where n.portal_id = ${portalId} and n.group_id = ${group})`]),
    state ? states[state] : isActive,
  ];
  return {
    from: sql`enrolments e
      join users u on u.id = e.user_id
      ${state ? standing : sql``}
      where e.portal_id = ${portalId} and e.course_id = ${courseId} and ${sql.join(parts, sql` and `)}`,
    keys: sql`e.portal_id, e.id as enrolment_id, e.user_id as id, e.created_at, u.email,
      coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name`,
    // Standing and progress are views: planning them takes twice as long as reading twenty people.
    keyTypes: sql`portal_id bigint, enrolment_id bigint, id bigint, created_at timestamptz, email text, name text`,
    order: orders[sort],
    // Whether an enrolment holds is asked of its causes, each by itself: ten times what counting people costs.
    remembersFrom: 2_000,
    items: sql`select e.nth, e.id, e.name, e.email,
        (select array_remove(array[case when m.is_author then 'author' end, case when m.is_manager then 'manager' end, case when m.is_admin then 'admin' end], null)
          from memberships m where m.portal_id = e.portal_id and m.user_id = e.id) as roles,
        array(select g.name from group_members gm join groups g on g.portal_id = gm.portal_id and g.id = gm.group_id
          where gm.portal_id = e.portal_id and gm.user_id = e.id and g.status = 'active' order by lower(g.name)) as groups,
        case when p.completed_at is not null then 'completed' when not s.active then 'ended' when p.attempt_id is null then 'notStarted' else 'inProgress' end as state,
        coalesce(p.percent, 0) as percent, case when s.active then s.due_at end as "dueAt", e.created_at as "enrolledAt",
        (select max(nullif(t.last_activity_at, '-infinity')) from attempts a join attempt_states t on t.portal_id = a.portal_id and t.attempt_id = a.id
          where a.portal_id = e.portal_id and a.enrolment_id = e.enrolment_id) as "lastAccessAt",
        p.completed_at as "completedAt"
      from shown e
      -- One by one: joined as a table, the standing of everybody in the portal would be put together. Offset 0 keeps the planner from that.
      join lateral (select * from enrolment_standing s where s.portal_id = e.portal_id and s.enrolment_id = e.enrolment_id offset 0) s on true
      left join ${newestAttempt}`,
  };
}

const Course = z.object({ id: z.int(), title: z.string() });
export const courseStatement = (portalId: number, courseId: number) =>
  typed(Course)`select id, title from courses where portal_id = ${portalId} and id = ${courseId} and status <> 'draft'`;

const Named = z.object({ id: z.int(), email: z.string(), externalId: z.nullable(z.string()) });

/** The people in reach who have one of these addresses or external ids. */
export const listNamed = async (db: Db, scope: PeopleScope, texts: readonly string[]) =>
  (
    await typed(Named)`
      with found as (select id from users where email = any (${texts.map((text) => text.toLowerCase())}::text[])
        union select user_id from memberships where portal_id = ${scope.portalId} and external_id = any (${texts}::text[]))
      select u.id, u.email, m.external_id as "externalId" from found f
      join users u on u.id = f.id and u.kind = 'person'
      join memberships m on m.portal_id = ${scope.portalId} and m.user_id = u.id
      where ${inScope(scope, sql`m.user_id`)}`.execute(db)
  ).rows;
