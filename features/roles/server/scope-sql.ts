import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { RoleScope } from "../scope.ts";

/** Whose data somebody's rights reach in the portal: everybody's (parts: null), or that of whoever is in one of these scopes. No part: nobody. */
export interface PeopleScope {
  readonly portalId: number;
  readonly parts: readonly RoleScope[] | null;
  /** Only system admins see one another in lists of people. */
  readonly seesSystemAdmins: boolean;
}

type Asker = Pick<Actor, "portalId" | "userId" | "isAdmin" | "isManager" | "isSystemAdmin">;
const Held = z.object({ scope: RoleScope });

/**
 * Whose data the person asking reaches (decisions.md, Roles). Admins and system admins reach the whole portal, without a statement; a manager reaches the union of
 * the assignments that hold now, which each request reads anew; everybody else reaches nobody.
 */
export async function scopeOf(db: Db, actor: Asker): Promise<PeopleScope> {
  const { portalId, isSystemAdmin } = actor;
  if (actor.isAdmin || isSystemAdmin) return { portalId, parts: null, seesSystemAdmins: isSystemAdmin };
  if (!actor.isManager) return { portalId, parts: [], seesSystemAdmins: false };
  const { rows } = await typed(Held)`
    select scope from role_assignments
    where portal_id = ${portalId} and user_id = ${actor.userId} and role = 'Manager' and starts_at <= now() and (ends_at is null or ends_at > now())
    order by id`.execute(db);
  const parts = rows.map(({ scope }) => scope);
  return { portalId, parts: parts.some(({ kind }) => kind === "portal") ? null : parts, seesSystemAdmins: false };
}

/**
 * Whether a member of the portal is in a scope, as SQL. userId: an expression such as sql`m.user_id`. Every statement that lists, counts, opens or changes people
 * for somebody has it beside its own join of memberships, which it does not replace: names and addresses belong to no portal.
 */
export function inScope({ portalId, parts, seesSystemAdmins }: PeopleScope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  // A subselect that names no row of the statement: read once.
  const shown = seesSystemAdmins ? sql<boolean>`true` : sql<boolean>`${userId} <> all (array(select id from users where is_system_admin))`;
  if (parts === null) return shown;
  if (parts.length === 0) return sql<boolean>`false`;
  const reached = parts.map((part) => sql`${userId} in (${peopleOf(portalId, part)})`);
  return sql<boolean>`(${shown} and (${sql.join(reached, sql` or `)}))`;
}

/** The ids of the people whom one part of a scope holds. */
function peopleOf(portalId: number, scope: RoleScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case "portal":
      return sql`select m.user_id from memberships m where m.portal_id = ${portalId}`;
    case "groups":
      return sql`select g.user_id from group_members g where g.portal_id = ${portalId} and g.group_id = any (${scope.groupIds})`;
  }
}
