import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { peopleWhoFit, type Place } from "#features/conditions/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

// What is stored of members follows from who was put into which group, from conditions, and from groups inside groups. Each statement here compares what
// should be stored with what is, writes the difference, and with it the history. People are compared by "not in", which PostgreSQL answers from a hash table: as
// a join it would compare each of thousands with each, since statistics know nothing of who has just come and little of who fits.

interface At {
  readonly db: Db;
  readonly portalId: number;
}

/** Until the transaction ends, lets a hash table hold everybody of the largest portals. PostgreSQL takes "not in" row by row where it expects the table to be larger. */
export const holdEverybody = (db: Db) => sql`select set_config('work_mem', '128MB', true)`.execute(db);

/**
 * Stores who is in groups through the groups inside them. of: groups whose own members changed, for the groups above them; inside: groups in which other
 * groups are now, for themselves and those above. userIds: only these people changed; null: anybody. How deep groups lie in one another does not matter.
 */
export async function settleNested(
  { db, portalId }: At,
  {
    of = [],
    inside = [],
    userIds = null,
  }: { readonly of?: readonly number[]; readonly inside?: readonly number[]; readonly userIds?: readonly number[] | null },
): Promise<void> {
  const these = (column: RawBuilder<unknown>) => (userIds === null ? sql`` : sql`and ${column} = any (${userIds}::bigint[])`);
  await holdEverybody(db);
  await sql`
    with recursive up (id) as (
      select g.id from groups g where g.portal_id = ${portalId} and g.status = 'active' and (g.id = any (${inside}::bigint[])
        or exists (select from group_children c where c.portal_id = ${portalId} and c.group_id = g.id and c.child_id = any (${of}::bigint[])))
      union
      select g.id from up u
      join group_children c on c.portal_id = ${portalId} and c.child_id = u.id
      join groups g on g.portal_id = ${portalId} and g.id = c.group_id and g.status = 'active'
    ),
    -- An archived group keeps the members that it has, so what is inside it is not asked.
    below (top, via, at) as (
      select c.group_id, c.child_id, c.child_id from group_children c where c.portal_id = ${portalId} and c.group_id in (select id from up)
      union
      select b.top, b.via, c.child_id from below b
      join groups g on g.portal_id = ${portalId} and g.id = b.at and g.status = 'active'
      join group_children c on c.portal_id = ${portalId} and c.group_id = b.at
    ),
    wanted as materialized (
      select b.top as group_id, m.user_id, array_agg(distinct b.via order by b.via) as via_ids
      from below b
      join groups g on g.portal_id = ${portalId} and g.id = b.at
      join group_members m on m.portal_id = ${portalId} and m.group_id = b.at ${these(sql`m.user_id`)}
      where m.cause is not null or g.status = 'archived'
      group by 1, 2
    ),
    gone as (
      delete from group_members m where m.portal_id = ${portalId} and m.group_id in (select id from up) ${these(sql`m.user_id`)} and m.cause is null
        and (m.group_id, m.user_id) not in (select group_id, user_id from wanted)
      returning m.group_id, m.user_id
    ),
    cleared as (
      update group_members m set via_ids = '{}'
      where m.portal_id = ${portalId} and m.group_id in (select id from up) ${these(sql`m.user_id`)} and m.cause is not null and m.via_ids <> '{}'
        and (m.group_id, m.user_id) not in (select group_id, user_id from wanted)
    ),
    altered as (
      update group_members m set via_ids = w.via_ids from wanted w
      where m.portal_id = ${portalId} and m.group_id = w.group_id and m.user_id = w.user_id and m.via_ids <> w.via_ids
    ),
    come as (
      insert into group_members (portal_id, group_id, user_id, via_ids)
      select ${portalId}, w.group_id, w.user_id, w.via_ids from wanted w
      where (w.group_id, w.user_id) not in (select m.group_id, m.user_id from group_members m
        where m.portal_id = ${portalId} and m.group_id in (select id from up) ${these(sql`m.user_id`)})
      returning group_id, user_id
    )
    insert into group_history (portal_id, group_id, user_id, change, cause)
    select ${portalId}::bigint, group_id, user_id, 'joined', 'nested' from come
    union all select ${portalId}::bigint, group_id, user_id, 'left', 'nested' from gone`.execute(db);
}

const Difference = z.object({ come: z.int(), gone: z.int() });

/** Stores who fits the condition of a dynamic group now. Returns how many came and went. */
export async function settleDynamic(
  { db, portalId }: At,
  groupId: number,
  condition: Condition,
  place: Place,
): Promise<{ come: number; gone: number }> {
  await holdEverybody(db);
  const { rows } = await typed(Difference)`
    with fit as materialized (${peopleWhoFit(condition, place)}),
    gone as (
      delete from group_members m where m.portal_id = ${portalId} and m.group_id = ${groupId} and m.cause = 'condition' and m.via_ids = '{}'
        and m.user_id not in (select user_id from fit)
      returning m.user_id
    ),
    -- Whoever is in it through another group too stays for that.
    kept as (
      update group_members m set cause = null
      where m.portal_id = ${portalId} and m.group_id = ${groupId} and m.cause = 'condition' and m.via_ids <> '{}'
        and m.user_id not in (select user_id from fit)
      returning m.user_id
    ),
    claimed as (
      update group_members m set cause = 'condition'
      where m.portal_id = ${portalId} and m.group_id = ${groupId} and m.cause is null and (m.user_id in (select user_id from fit)) is true
      returning m.user_id
    ),
    come as (
      insert into group_members (portal_id, group_id, user_id, cause)
      select ${portalId}, ${groupId}, f.user_id, 'condition' from fit f
      where f.user_id not in (select m.user_id from group_members m where m.portal_id = ${portalId} and m.group_id = ${groupId})
      returning user_id
    ),
    told as (
      insert into group_history (portal_id, group_id, user_id, change, cause)
      select ${portalId}::bigint, ${groupId}::bigint, user_id, 'joined', 'condition' from come
      union all select ${portalId}::bigint, ${groupId}::bigint, user_id, 'left', 'condition' from gone
    ),
    done as (update groups set computed_at = now() where portal_id = ${portalId} and id = ${groupId})
    select ((select count(*) from come) + (select count(*) from claimed))::int as come,
      ((select count(*) from gone) + (select count(*) from kept))::int as gone`.execute(db);
  return rows[0] ?? { come: 0, gone: 0 };
}
