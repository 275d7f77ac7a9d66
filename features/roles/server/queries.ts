import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { rightsOf, type Limits } from "#platform/actor.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy } from "#platform/list/server/page.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { GrantedRole, type assignmentList } from "../contract.ts";
import { RoleScope } from "../scope.ts";
import { saysWhoReports } from "./reports-field.ts";
import { inScope, type PeopleScope } from "./scope-sql.ts";

const orders: Record<string, RawBuilder<unknown>> = { name: sql`lower(name)`, since: sql`starts_at`, until: sql`ends_at` };
/** The name of somebody in a statement, as SQL: their e-mail address where they have none. */
export const nameOf = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), ''), ${sql.ref(`${alias}.email`)})`;

type Asked = Pick<ListRequest<typeof assignmentList>, "q" | "role" | "state" | "person" | "sort"> & {
  /** Only these roles; null for all. */
  readonly roles: readonly GrantedRole[] | null;
  /** Of copies only those that have it. */
  readonly permission?: string | null;
};

/** The assignments of a portal (Assignment), each by the name of the person who holds it. */
export function assignmentsOf(scope: PeopleScope, { q, role, state, person, sort, roles, permission = null }: Asked): ListSql {
  const found = q
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`position(${word} in lower(name || ' ' || email)) > 0`);
  const { portalId } = scope;
  return {
    with: sql`every as (
      select a.id, a.user_id, a.role, a.copy_id, a.scope, a.starts_at, a.ends_at, a.granted_by, a.deputy_of, ${nameOf("u")} as name, u.email, m.status, u.is_system_admin,
        case when a.is_void or a.ends_at <= now() then 'ended' when a.starts_at > now() then 'later' else 'now' end as state
      from held_roles a
      join memberships m on m.portal_id = a.portal_id and m.user_id = a.user_id
      join users u on u.id = a.user_id
      where a.portal_id = ${portalId} and ${inScope(scope, sql`a.user_id`)}
        and ${role ? sql`a.role = ${role}` : sql`true`} and ${person === null ? sql`true` : sql`a.user_id = ${person}`}
        and ${roles ? sql`a.role = any (${roles})` : sql`true`}
        and ${permission ? sql`(a.copy_id is null or exists (select from role_copies c where c.portal_id = a.portal_id and c.id = a.copy_id and ${permission} = any (c.permissions)))` : sql`true`}
    ),
    hits as (select * from every where ${state ? sql`state = ${state}` : sql`state <> 'ended'`} and ${found.length > 0 ? sql.join(found, sql` and `) : sql`true`})`,
    order: orderBy(sort, orders, sql`id`),
    items: sql`select nth, shown.id, user_id as "userId", shown.name, shown.email, status = 'active' as "isActive", role,
        (select json_build_object('id', c.id, 'name', c.name) from role_copies c where c.portal_id = ${portalId} and c.id = shown.copy_id) as copy, scope,
        (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]') from groups g
          where g.portal_id = ${portalId} and g.status <> 'deleted'
            and g.id in (select jsonb_array_elements_text(shown.scope -> 'groupIds')::bigint)) as groups,
        (select json_build_object('id', f.id, 'name', f.name, 'isOpen', not ${saysWhoReports}) from fields f
          where f.portal_id = ${portalId} and f.id = (shown.scope ->> 'fieldId')::bigint and f.retired_at is null) as field,
        (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title) order by lower(c.title), c.id), '[]') from courses c
          where c.portal_id = ${portalId} and c.id in (select jsonb_array_elements_text(shown.scope -> 'courseIds')::bigint)) as courses,
        starts_at as "startsAt", ends_at as "endsAt", state, (select ${nameOf("b")} from users b where b.id = shown.granted_by) as "grantedBy",
        (select json_build_object('id', u.id, 'name', ${nameOf("u")}) from role_assignments o join users u on u.id = o.user_id
          where o.portal_id = ${portalId} and o.id = shown.deputy_of) as "deputyFor",
        is_system_admin as "isSystemAdmin"
      from shown`,
    all: sql`(select count(*) from every)`,
  };
}

const Candidate = z.object({ id: z.int(), name: z.string(), email: z.string() });

/** Members by part of a name or e-mail address, by name, without one person. */
export async function findMembers(db: Db, scope: PeopleScope, q: string, without: number) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.map((word) => sql`position(${word} in lower(u.given_name || ' ' || u.family_name || ' ' || u.email)) > 0`);
  const { rows } = await typed(Candidate)`
    select u.id, ${nameOf("u")} as name, u.email
    from memberships m
    join users u on u.id = m.user_id
    where m.portal_id = ${scope.portalId} and m.user_id <> ${without} and m.status = 'active' and ${inScope(scope, sql`m.user_id`)}
      and ${found.length > 0 ? sql.join(found, sql` and `) : sql`true`}
    order by lower(${nameOf("u")}), u.id limit 20`.execute(db);
  return rows;
}

const Stored = z.object({
  id: z.int(),
  userId: z.int(),
  role: GrantedRole,
  copyId: z.nullable(z.int()),
  scope: RoleScope,
  startsAt: z.date(),
  endsAt: z.nullable(z.date()),
  hasBegun: z.boolean(),
  deputyOf: z.nullable(z.int()),
});

export type LockedAssignment = z.infer<typeof Stored>;
/** An assignment, locked until the end of the transaction. */
export async function lockAssignment(db: Db, portalId: number, id: number) {
  const { rows } = await typed(Stored)`
    select id, user_id as "userId", role, copy_id as "copyId", scope, starts_at as "startsAt", ends_at as "endsAt", starts_at <= now() as "hasBegun", deputy_of as "deputyOf"
    from role_assignments where portal_id = ${portalId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

const Id = z.object({ id: z.int() });

/** Whether another assignment gives somebody the same role for the same people at a time that these dates share. */
export async function overlaps(
  db: Db,
  portalId: number,
  one: {
    userId: number;
    role: GrantedRole;
    copyId: number | null;
    scope: RoleScope;
    startsAt: Date | null;
    endsAt: Date | null;
    id: number | null;
  },
) {
  const { rows } = await typed(Id)`
    select id from role_assignments
    where portal_id = ${portalId} and user_id = ${one.userId} and role = ${one.role} and scope = ${JSON.stringify(one.scope)}::jsonb
      and copy_id is not distinct from ${one.copyId}::bigint and id is distinct from ${one.id}::bigint
      and tstzrange(starts_at, ends_at) && tstzrange(coalesce(${one.startsAt}::timestamptz, now()), ${one.endsAt}::timestamptz)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** How many of these groups the portal has. */
export async function countGroups(db: Db, portalId: number, ids: readonly number[]) {
  const { count } = await db
    .selectFrom("groups")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("portal_id", "=", portalId)
    .where("status", "<>", "deleted")
    .where("id", "in", [...ids])
    .executeTakeFirstOrThrow();
  return Number(count);
}

const Rights = z.object({
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  isSystemAdmin: z.boolean(),
  limits: z.nullable(jsonOf<Limits>()),
});

/** What somebody may be in the portal at this moment; null when they may not enter it. */
export async function findRights(db: Db, portalId: number, userId: number) {
  const { rows } = await typed(Rights)`
    select coalesce(r.is_author, m.is_author, false) as "isAuthor", coalesce(r.is_manager, m.is_manager, false) as "isManager",
      coalesce(r.is_admin, m.is_admin, false) as "isAdmin", u.is_system_admin as "isSystemAdmin",
      case when m.roles_change_at <= now() then r.limits else m.role_limits end as limits
    from users u
    left join memberships m on m.portal_id = ${portalId} and m.user_id = u.id
    left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
    where u.id = ${userId} and u.kind = 'person' and may_enter(m.status, u.is_system_admin)`.execute(db);
  return rows[0] ? { ...rows[0], ...rightsOf(rows[0]) } : null;
}

/** The groups that a scope can name, by name. */
export const listGroups = (db: Db, portalId: number) =>
  db
    .selectFrom("groups")
    .select(["id", "name"])
    .where("portal_id", "=", portalId)
    .where("status", "=", "active")
    .orderBy((of) => of.fn("lower", ["name"]))
    .execute();
