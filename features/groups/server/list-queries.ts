import { sql, type RawBuilder } from "kysely";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import { restoreDays, type groupHistoryList, type groupList, type memberList } from "../contract.ts";
import { groupInReach } from "./reach.ts";

const personName = (user: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${user}.given_name`)} || ' ' || ${sql.ref(`${user}.family_name`)}), ''), ${sql.ref(`${user}.email`)})`;
const contains = (q: string, ...texts: RawBuilder<unknown>[]) =>
  sql`position(${q.toLowerCase()} in lower(${sql.join(texts, sql` || ' ' || `)})) > 0`;

/** The kind of a group `g` as it is shown. */
export const kindOf = sql`case when g.kind <> 'manual' then g.kind
  when exists (select from group_children c where c.portal_id = g.portal_id and c.group_id = g.id) then 'nested' else 'manual' end`;

/** How many members of a group somebody reaches. id: an expression. */
export const countOf = (scope: PeopleScope, id: RawBuilder<unknown>) => sql`(
  select count(*)::int from group_members n where n.portal_id = ${scope.portalId} and n.group_id = ${id} and ${inScope(scope, sql`n.user_id`)})`;

/** The groups that somebody reaches. known: groups whose members are known, so that they are not counted and null. */
export function groupsOf(
  scope: PeopleScope,
  { q, kind, status, sort }: Omit<ListRequest<typeof groupList>, "page" | "columns">,
  known: readonly number[] = [],
): ListSql {
  const shown =
    status === "deleted"
      ? sql`g.status = 'deleted' and g.deleted_at > now() - make_interval(days => ${restoreDays})`
      : sql`g.status = ${status ?? "active"}`;
  const byMembers = sort === "members" || sort === "-members";
  return {
    with: sql`
      every as (select g.* from groups g where g.portal_id = ${scope.portalId} and ${shown} and ${groupInReach(scope, sql`g.id`)}),
      hits as (select g.id, g.name, g.created_at, ${kindOf} as kind, ${byMembers ? countOf(scope, sql`g.id`) : sql`0`} as members from every g
        where ${contains(q, sql`g.name`, sql`g.description`)} ${kind ? sql`and ${kindOf} = ${kind}` : sql``})`,
    order: orderBy(sort, { name: sql`lower(name)`, members: sql`members`, created: sql`created_at` }, sql`id`),
    items: sql`select s.nth, s.id, s.name, g.description, s.kind, g.status,
        case when s.id <> all (${known}::bigint[]) then ${countOf(scope, sql`s.id`)} end as members, s.created_at as "createdAt"
      from shown s join groups g on g.portal_id = ${scope.portalId} and g.id = s.id`,
    all: sql`(select count(*) from every)`,
  };
}

/** The members of a group whom somebody reaches. */
export function membersOf(scope: PeopleScope, groupId: number, { q, cause, sort }: Omit<ListRequest<typeof memberList>, "page">): ListSql {
  const wanted = cause === null ? sql`true` : cause === "nested" ? sql`n.cause is null` : sql`n.cause = ${cause}`;
  return {
    with: sql`
      every as (select n.* from group_members n where n.portal_id = ${scope.portalId} and n.group_id = ${groupId} and ${inScope(scope, sql`n.user_id`)}),
      hits as (select n.*, ${personName("u")} as name, u.email from every n join users u on u.id = n.user_id
        where ${wanted} and ${contains(q, personName("u"), sql`u.email`)})`,
    order: orderBy(sort, { name: sql`lower(name)`, email: sql`email`, joined: sql`joined_at` }, sql`user_id`),
    items: sql`select nth, user_id as id, name, email, cause, joined_at as "joinedAt",
        (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]') from groups g
          where g.portal_id = ${scope.portalId} and g.id = any (via_ids)) as via,
        (select ${personName("b")} from users b where b.id = added_by) as "addedBy"
      from shown`,
    all: sql`(select count(*) from every)`,
  };
}

/** Who joined and left a group, of those whom somebody reaches. */
export function changesOf(
  scope: PeopleScope,
  groupId: number,
  { q, change, sort }: Omit<ListRequest<typeof groupHistoryList>, "page">,
): ListSql {
  return {
    with: sql`
      every as (select h.* from group_history h where h.portal_id = ${scope.portalId} and h.group_id = ${groupId} and ${inScope(scope, sql`h.user_id`)}),
      hits as (select h.*, ${personName("u")} as name, u.email from every h join users u on u.id = h.user_id
        where ${change ? sql`h.change = ${change}` : sql`true`} and ${contains(q, personName("u"), sql`u.email`)})`,
    order: orderBy(sort, { at: sql`at` }, sort.startsWith("-") ? sql`id desc` : sql`id`),
    items: sql`select nth, id, user_id as "userId", name, email, at, change, cause, (select ${personName("b")} from users b where b.id = actor_id) as by from shown`,
    all: sql`(select count(*) from every)`,
  };
}
