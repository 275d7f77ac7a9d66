import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { GroupDependent } from "../contract.ts";

export interface OfGroup {
  readonly portalId: number;
  readonly groupId: number;
  /** The language of what has its name from the product; left out where no names are shown. */
  readonly say?: Say;
}

/** A kind of thing that can depend on a group: a select of kind, id, name, and `to`, the screen of it. The features that own such things lend one; app/group-dependents.ts lists them. */
export type DependentSelect = (of: OfGroup) => RawBuilder<unknown>;
export type Dependents = readonly DependentSelect[];

/** Groups that it is in. */
export const groupsAbove: DependentSelect = ({ portalId, groupId }) => sql`
  select 'group' as kind, g.id, g.name, '/users/groups/' || g.id as "to" from group_children c
  join groups g on g.portal_id = c.portal_id and g.id = c.group_id and g.status <> 'deleted'
  where c.portal_id = ${portalId} and c.child_id = ${groupId}`;

/** Whether a condition document names a group, as SQL. condition: a jsonb expression. */
export const namesGroup = (condition: RawBuilder<unknown>, groupId: number) =>
  sql`jsonb_path_exists(${condition}, '$.** ? (@.kind == "group").groupIds[*] ? (@ == $id)', jsonb_build_object('id', ${groupId}::bigint))`;

/** Dynamic groups whose condition names it. */
export const conditionsOfGroups: DependentSelect = ({ portalId, groupId }) => sql`
  select 'condition' as kind, g.id, g.name, '/users/groups/' || g.id as "to" from groups g
  where g.portal_id = ${portalId} and g.status <> 'deleted' and g.condition is not null and ${namesGroup(sql`g.condition`, groupId)}`;

/** People whose rights reach its members, now or later. */
export const scopes: DependentSelect = ({ portalId, groupId }) => sql`
  select distinct 'scope' as kind, u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, '/users/details/' || u.id as "to"
  from held_roles a join users u on u.id = a.user_id
  where a.portal_id = ${portalId} and not a.is_void and (a.ends_at is null or a.ends_at > now())
    and (a.scope -> 'groupIds' @> to_jsonb(${groupId}::bigint) or ${namesGroup(sql`a.scope -> 'condition'`, groupId)})`;

const most = 500;
/** All that depends on a group. */
export async function listDependents(db: Db, dependents: Dependents, of: OfGroup): Promise<z.infer<typeof GroupDependent>[]> {
  const { rows } = await typed(GroupDependent)`
    select kind, id, name, "to" from (${sql.join(
      dependents.map((select) => sql`(${select(of)})`),
      sql` union all `,
    )}) d order by kind in ('own-view', 'brand'), kind, lower(name), id limit ${most}::int`.execute(db);
  return rows;
}
