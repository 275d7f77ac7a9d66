import { sql } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { peopleWhoFit, type Place } from "#features/conditions/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";

const Change = z.object({ come: z.int(), gone: z.int() });
type Change = z.infer<typeof Change>;

/** How many people in scope would come into a dynamic group by another condition, and how many would go out. */
export const changeByCondition = async (db: Db, scope: PeopleScope, groupId: number, condition: Condition, place: Place): Promise<Change> =>
  oneRow(
    await typed(Change)`
      with fit as materialized (select f.user_id from (${peopleWhoFit(condition, place)}) f where ${inScope(scope, sql`f.user_id`)}),
      members as materialized (select m.user_id, m.via_ids from group_members m
        where m.portal_id = ${scope.portalId} and m.group_id = ${groupId} and ${inScope(scope, sql`m.user_id`)})
      select (select count(*)::int from (select user_id from fit except select user_id from members) c) as come,
        (select count(*)::int from (select user_id from members where via_ids = '{}' except select user_id from fit) g) as gone`.execute(
      db,
    ),
  );

/** The same of a group with other groups in it. Whoever was put into it stays. */
export const changeByGroups = async (db: Db, scope: PeopleScope, groupId: number, childIds: readonly number[]): Promise<Change> =>
  oneRow(
    await typed(Change)`
      with inside as materialized (select distinct m.user_id from group_members m
        where m.portal_id = ${scope.portalId} and m.group_id = any (${[...childIds]}::bigint[]) and ${inScope(scope, sql`m.user_id`)}),
      members as materialized (select m.user_id, m.cause from group_members m
        where m.portal_id = ${scope.portalId} and m.group_id = ${groupId} and ${inScope(scope, sql`m.user_id`)})
      select (select count(*)::int from (select user_id from inside except select user_id from members) c) as come,
        (select count(*)::int from (select user_id from members where cause is null except select user_id from inside) g) as gone`.execute(
      db,
    ),
  );
