import { sql, type RawBuilder } from "kysely";
import type { PeopleScope } from "#features/roles/server/service.ts";

/** Whether somebody may create and change groups: who reaches the whole portal. */
export const definesGroups = ({ parts }: Pick<PeopleScope, "parts">): boolean => parts === null;

/** Some groups and all that are in them, as a subselect of ids. */
const withThoseInside = (portalId: number, groupIds: readonly number[]): RawBuilder<unknown> => sql`(
  with recursive inside (id) as (
    select unnest(${groupIds}::bigint[])
    union select c.child_id from inside i join group_children c on c.portal_id = ${portalId} and c.group_id = i.id)
  select id from inside)`;

/** The groups whose people a scope names: a part of the portal as some see it. */
const named = ({ parts }: PeopleScope) => (parts ?? []).flatMap((part) => (part.kind === "groups" ? part.groupIds : []));

/**
 * Whether somebody reaches a group, as SQL: all groups for whoever reaches the whole portal, else those that their scope names, with the groups inside them.
 * id: an expression such as sql`g.id`.
 */
export const groupInReach = (scope: PeopleScope, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.parts === null ? sql<boolean>`true` : sql<boolean>`(${id} in ${withThoseInside(scope.portalId, named(scope))})`;
