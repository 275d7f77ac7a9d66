import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { compile, type Place } from "#features/conditions/server/service.ts";
import { readCondition } from "#features/conditions/condition.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { LargeListSql } from "#platform/list/server/large-page.ts";
import type { namedPeopleList } from "../contract.ts";
import { usersIn, type Search } from "./search-sql.ts";

type Asked = Omit<ListRequest<typeof namedPeopleList>, "page" | "q">;

/** Each has an index. Who never signed in comes last among the newest and first among the oldest. */
const orders: Record<Asked["sort"], RawBuilder<unknown>> = {
  name: sql`u.name_key, u.id`,
  "-name": sql`u.name_key desc, u.id desc`,
  email: sql`u.email`,
  "-email": sql`u.email desc`,
  joined: sql`m.joined_at, m.user_id`,
  "-joined": sql`m.joined_at desc, m.user_id desc`,
  lastSignIn: sql`m.last_sign_in_at nulls first, m.user_id desc`,
  "-lastSignIn": sql`m.last_sign_in_at desc nulls last, m.user_id`,
};

const roleFilters = {
  student: sql`not (m.is_author or m.is_manager or m.is_admin)`,
  author: sql`m.is_author`,
  manager: sql`m.is_manager`,
  admin: sql`m.is_admin`,
};

/** The names of the groups of the person `id`. */
const groupNames = (
  portalId: number,
) => sql`array(select g.name from group_members gm join groups g on g.portal_id = gm.portal_id and g.id = gm.group_id
  where gm.portal_id = ${portalId} and gm.user_id = shown.id and g.status = 'active' order by lower(g.name))`;

/**
 * The people of a portal (PersonRow) whom somebody reaches and a search, filters and a condition select, as the membership `m` and its user `u`. One place for
 * list, count, export and whatever else names them.
 */
export function peopleOf(
  scope: PeopleScope,
  place: Place,
  search: Search,
  { role, status, condition, columns, sort, ids }: Asked,
): LargeListSql {
  const wanted = condition === null ? undefined : readCondition(condition);
  const { users, asked, isPlannedOnce } = usersIn(search);
  const parts = [
    sql`m.portal_id = ${place.portalId}`,
    sql`u.kind = 'person'`,
    inScope(scope, sql`m.user_id`),
    ...asked,
    ...(role ? [roleFilters[role]] : []),
    ...(ids.length > 0 ? [sql`m.user_id = any(${ids}::bigint[])`] : []),
    ...(status ? [sql`m.status = ${status}`] : []),
    ...(wanted ? [compile(wanted, place)] : []),
  ];

  return {
    isPlannedOnce,
    from: sql`${users} join memberships m on m.user_id = u.id where ${sql.join(parts, sql` and `)}`,
    keys: sql`m.user_id as id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email,
      array_remove(array[case when m.is_author then 'author' end, case when m.is_manager then 'manager' end, case when m.is_admin then 'admin' end], null) as roles,
      m.status, m.joined_at, m.last_sign_in_at, m.external_id`,
    order: orders[sort],
    items: sql`select nth, id, name, email, roles, status, joined_at as "joinedAt", last_sign_in_at as "lastSignInAt",
      external_id as "externalId", '{}'::jsonb as cells,
      ${columns.includes("groups") ? groupNames(place.portalId) : sql`null`} as groups from shown`,
  };
}
