import { sql } from "kysely";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, notFound, signedOut } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { GrantedRole, Terms } from "../contract.ts";
import { grantsRoles, mayChangeRoles } from "../policy.ts";
import type { RoleScope } from "../scope.ts";
import { keepAnAdmin } from "./last-admin.ts";
import * as queries from "./queries.ts";
import { actorNow, reachPerson, type Reached } from "./service.ts";

/** What a change of rights works with: the transaction of stoa_people, who asks with the rights of this moment, and the entry in the audit log. */
interface Change {
  readonly db: Db;
  readonly portalId: number;
  readonly actor: NonNullable<Awaited<ReturnType<typeof actorNow>>>;
  noteOf(action: string, userId: number, before: object | null, after: object | null): Promise<void>;
}

/**
 * Opens the request, then makes one change of somebody's roles as stoa_people. The rights of the person asking are read again there, so that whoever lost them meanwhile
 * changes nothing.
 */
async function changing<T>({ open, databases, http }: OpenContext, why: string, work: (change: Change) => Promise<T>): Promise<T> {
  const asker = await open(async ({ actor }) => actor);
  if (!asker) throw signedOut();
  const portal = { id: asker.portalId };
  return databases.inPeople(portal.id, why, async (db) => {
    const actor = await actorNow(db, asker);
    if (!actor || !grantsRoles.allows(actor as Actor)) throw forbidden("forbidden", "You do not have access to this.");
    return work({
      db,
      portalId: portal.id,
      actor,
      noteOf: (action, userId, before, after) =>
        note(
          { db, portal, actor: asker, http },
          { action, object: { kind: "user", id: userId }, ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) },
        ),
    });
  });
}

/** Gives somebody a role (security.md 14). Returns the assignment's id. */
export const grant = (context: OpenContext, { userId, role, ...terms }: Parsed<typeof api.grantRole>["body"]) =>
  changing(context, "a role is granted", async (change) => {
    const { db, portalId, actor } = change;
    const person = await requirePerson(change, userId);
    const next = await checked(change, person, role, { ...terms, id: null, since: null });
    const { id } = await db
      .insertInto("role_assignments")
      .values({
        portal_id: portalId,
        user_id: userId,
        role,
        scope: JSON.stringify(next.scope),
        ...(next.startsAt && { starts_at: next.startsAt }),
        ends_at: next.endsAt,
        granted_by: actor.userId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await apply(change, userId);
    await change.noteOf("role_granted", userId, null, { role, ...next });
    return { id };
  });

/** Changes whom a role reaches and its dates. What has begun keeps its beginning. */
export const changeTerms = (context: OpenContext, id: number, terms: Terms) =>
  changing(context, "a role is changed", async (change) => {
    const { db, portalId } = change;
    const { person, ...before } = await requireAssignment(change, id);
    const next = await checked(change, person, before.role, { ...terms, id, since: before.hasBegun ? before.startsAt : null });
    await db
      .updateTable("role_assignments")
      .set({ scope: JSON.stringify(next.scope), starts_at: next.startsAt ?? sql<Date>`now()`, ends_at: next.endsAt })
      .where("portal_id", "=", portalId)
      .where("id", "=", id)
      .execute();
    await apply(change, person.id);
    if (before.role === "Admin") await keepAnAdmin(db, portalId);
    await change.noteOf("role_changed", person.id, told(before), { role: before.role, ...next });
    return { id };
  });

/** Ends a role now; one that has not begun is taken back. */
export const remove = (context: OpenContext, id: number) =>
  changing(context, "a role is removed", async (change) => {
    const { db, portalId } = change;
    const { person, ...before } = await requireAssignment(change, id);
    const end = sql<Date>`greatest(now(), starts_at + interval '1 microsecond')`;
    if (before.hasBegun)
      await db
        .updateTable("role_assignments")
        .set({ ends_at: sql<Date>`least(ends_at, ${end})` })
        .where("portal_id", "=", portalId)
        .where("id", "=", id)
        .execute();
    else await db.deleteFrom("role_assignments").where("portal_id", "=", portalId).where("id", "=", id).execute();
    await apply(change, person.id);
    if (before.role === "Admin") await keepAnAdmin(db, portalId);
    await change.noteOf("role_removed", person.id, told(before), null);
    return { id };
  });

const apply = ({ db, portalId }: Change, userId: number) => sql`select apply_roles(${portalId}, ${userId})`.execute(db);

const told = ({ role, scope, startsAt, endsAt }: { role: string; scope: RoleScope; startsAt: Date; endsAt: Date | null }) => ({
  role,
  scope,
  startsAt,
  endsAt,
});

/** The person whose roles are to change. Throws 404 for nobody, 403 for somebody whose roles the person asking may not change. */
async function requirePerson({ db, actor }: Change, userId: number): Promise<Reached> {
  const person = await reachPerson(db, actor, userId);
  if (person.id === actor.userId) throw forbidden("own_rights", "Nobody changes their own roles. Ask another admin.");
  if (!mayChangeRoles(actor, person)) throw forbidden("higher_account", "Only a system admin changes the roles of a system admin.");
  return person;
}

/** An assignment by id, locked, with the person who holds it. */
async function requireAssignment(change: Change, id: number) {
  const found = await queries.lockAssignment(change.db, change.portalId, id);
  if (!found) throw notFound("assignment", "This role could not be found. It may have been removed meanwhile.");
  return { ...found, person: await requirePerson(change, found.userId) };
}

/** Terms that can be stored; since: when it began, for one that has. Throws 400 and 409. */
async function checked(
  { db, portalId }: Change,
  person: Reached,
  role: GrantedRole,
  { scope, id, since, ...dates }: Terms & { id: number | null; since: Date | null },
) {
  if (role !== "Manager" && scope.kind !== "portal")
    throw invalid("scope", "managers_only", "Only a manager's role can be limited to some people.");
  if (scope.kind === "groups" && (await queries.countGroups(db, portalId, scope.groupIds)) !== new Set(scope.groupIds).size)
    throw invalid("scope", "unknown_group", "One of these groups does not exist any more. Choose again.");
  const wanted = dates.startsAt === null ? null : new Date(dates.startsAt);
  const startsAt = since ?? (wanted && wanted.getTime() > Date.now() ? wanted : null);
  const endsAt = dates.endsAt === null ? null : new Date(dates.endsAt);
  if (endsAt && endsAt.getTime() <= Math.max(Date.now(), startsAt?.getTime() ?? 0))
    throw invalid("endsAt", "ends_too_early", "The end is before the beginning, or has passed.");
  if (await queries.overlaps(db, portalId, { userId: person.id, role, scope, startsAt, endsAt, id }))
    throw conflict("has_role", "This person already has this role for the same people at that time.");
  return { scope, startsAt, endsAt };
}
