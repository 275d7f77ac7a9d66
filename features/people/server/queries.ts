import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy } from "#platform/list/server/page.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import type { peopleList } from "../contract.ts";

type Asked = Omit<ListRequest<typeof peopleList>, "page">;

const orders: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  email: sql`email`,
  lastSignIn: sql`last_sign_in_at`,
  joined: sql`joined_at`,
};

const roleFilter = (role: Asked["role"]) => {
  if (role === null) return sql`true`;
  if (role === "student") return sql`not (m.is_author or m.is_manager or m.is_admin)`;
  return { author: sql`m.is_author`, manager: sql`m.is_manager`, admin: sql`m.is_admin` }[role];
};

/** The people of a portal (PersonRow) that a search and filters select. System admins are nobody's people (ENV-13). */
export function peopleOf(portalId: number, { q, role, status, sort }: Asked): ListSql {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.map((word) => sql`position(${word} in lower(p.name || ' ' || p.email)) > 0`);
  return {
    with: sql`every as (
      select m.user_id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email, m.status, m.is_author, m.is_manager,
        m.is_admin, m.joined_at, m.last_sign_in_at
      from memberships m join users u on u.id = m.user_id
      where m.portal_id = ${portalId} and u.kind = 'person' and not u.is_system_admin
        and ${roleFilter(role)} and ${status ? sql`m.status = ${status}` : sql`true`}
    ),
    hits as (select * from every p where ${found.length > 0 ? sql.join(found, sql` and `) : sql`true`})`,
    order: orderBy(sort, orders, sql`user_id`),
    items: sql`select nth, user_id as id, name, email, array_remove(array[case when is_author then 'author' end, case when is_manager then 'manager' end,
        case when is_admin then 'admin' end], null) as roles, status, joined_at as "joinedAt", last_sign_in_at as "lastSignInAt"
      from shown`,
  };
}
