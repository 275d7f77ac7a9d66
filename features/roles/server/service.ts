import { sql } from "kysely";
import * as z from "zod/mini";
import type { Actor } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { forbidden, notFound } from "#platform/errors.ts";
import { findRights } from "./queries.ts";
import { inScope, scopeOf } from "./scope-sql.ts";

export { findMembers } from "./queries.ts";
export { partsHeld, type OwnPart } from "./own-parts.ts";
export { coursesWithin, inCourseScope, isWidenedBy, reachedCourses, requireCourseInScope, widensBy } from "./course-scope.ts";
export { isAboutTeams, placeOf, requireScopesWithoutTeams } from "./teams.ts";
export { inScope, scopeOf, scopeStatement, type PeopleScope } from "./scope-sql.ts";

const Reached = z.object({
  id: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  status: z.enum(["active", "suspended"]),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  isSystemAdmin: z.boolean(),
});
/** A member of the portal within the scope of the person asking, with the roles that they hold now. */
export type Reached = z.infer<typeof Reached>;

/** Whether somebody reaches everybody in the portal: admins, and managers whose scope is the whole portal. */
export const reachesAll = async (db: Db, actor: Parameters<typeof scopeOf>[1]): Promise<boolean> =>
  (await scopeOf(db, actor)).parts === null;

/** A member by id. Throws the same 404 for somebody out of scope as for nobody. */
export async function reachPerson(db: Db, actor: Parameters<typeof scopeOf>[1], userId: number): Promise<Reached> {
  const scope = await scopeOf(db, actor);
  const { rows } = await typed(Reached)`
    select u.id, u.email, u.given_name as "givenName", u.family_name as "familyName", m.status, coalesce(r.is_author, m.is_author) as "isAuthor",
      coalesce(r.is_manager, m.is_manager) as "isManager", coalesce(r.is_admin, m.is_admin) as "isAdmin", u.is_system_admin as "isSystemAdmin"
    from memberships m
    join users u on u.id = m.user_id
    left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
    where m.portal_id = ${actor.portalId} and m.user_id = ${userId} and u.kind = 'person' and ${inScope(scope, sql`m.user_id`)}`.execute(
    db,
  );
  if (!rows[0]) throw notFound("person", "This person could not be found.");
  return rows[0];
}

/**
 * The person asking with the rights that they have at this moment, for a change that runs in another transaction than the check of its rule (Databases.inPeople) and for
 * jobs. Null when they may not enter the portal any more.
 */
export async function actorNow(db: Db, actor: Pick<Actor, "portalId" | "userId">) {
  const rights = await findRights(db, actor.portalId, actor.userId);
  return rights && { portalId: actor.portalId, userId: actor.userId, ...rights };
}

/** Stores the roles of everybody for whom one began or ended by its date. Returns how many people that were. For the worker. */
export const applyDueRoles = (databases: Databases): Promise<number> =>
  databases.inSystemUntimed("roles that begin or end", async (db) => {
    const { rows } = await sql`select apply_roles(portal_id, user_id) from memberships where roles_change_at <= now()`.execute(db);
    return rows.length;
  });

/**
 * Whoever asked as a system admin still is one, and stays so until this transaction of the system role ends: a call opens its own transaction after who asks was read.
 * Throws 403.
 */
export async function holdSystemAdmin(db: Db, userId: number): Promise<void> {
  const held = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("is_system_admin", "=", true)
    .where("kind", "=", "person")
    .forShare()
    .executeTakeFirst();
  if (!held) throw forbidden("forbidden", "You do not have access to this.");
}
