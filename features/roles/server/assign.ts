import { sql } from "kysely";
import type { Parsed } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { GrantedRole, Terms } from "../contract.ts";
import { mayChangeRoles } from "../policy.ts";
import type { RoleScope } from "../scope.ts";
import { changingRights, type Change } from "./changing-rights.ts";
import { lockCopy } from "./copies.ts";
import { keepAnAdmin } from "./last-admin.ts";
import * as queries from "./queries.ts";
import { reachPerson, type Reached } from "./service.ts";

/** Gives somebody a role (security.md 14). Returns the assignment's id. */
export const grant = (context: OpenContext, { userId, role, ...terms }: Parsed<typeof api.grantRole>["body"]) =>
  changingRights(context, "a role is granted", async (change) => {
    const { db, portalId, actor } = change;
    const person = await requirePerson(change, userId);
    const next = await checked(change, person, role, { ...terms, copyId: terms.copyId ?? null, id: null, since: null });
    const { id } = await db
      .insertInto("role_assignments")
      .values({
        portal_id: portalId,
        user_id: userId,
        role,
        copy_id: next.copyId,
        scope: JSON.stringify(next.scope),
        ...(next.startsAt && { starts_at: next.startsAt }),
        ends_at: next.endsAt,
        granted_by: actor.userId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await apply(change, userId);
    await change.noteOf("role_granted", { kind: "user", id: userId }, null, { role, ...next });
    return { id };
  });

/** Changes whom a role reaches and its dates. What has begun keeps its beginning. */
export const changeTerms = (context: OpenContext, id: number, terms: Terms) =>
  changingRights(context, "a role is changed", async (change) => {
    const { db, portalId } = change;
    const { person, ...before } = await requireAssignment(change, id);
    const next = await checked(change, person, before.role, {
      ...terms,
      copyId: terms.copyId === undefined ? before.copyId : terms.copyId,
      id,
      since: before.hasBegun ? before.startsAt : null,
    });
    await db
      .updateTable("role_assignments")
      .set({ scope: JSON.stringify(next.scope), copy_id: next.copyId, starts_at: next.startsAt ?? sql<Date>`now()`, ends_at: next.endsAt })
      .where("portal_id", "=", portalId)
      .where("id", "=", id)
      .execute();
    await apply(change, person.id);
    if (before.role === "Admin") await keepAnAdmin(db, portalId);
    await change.noteOf("role_changed", { kind: "user", id: person.id }, told(before), { role: before.role, ...next });
    return { id };
  });

/** Ends a role now; one that has not begun is taken back. */
export const remove = (context: OpenContext, id: number) =>
  changingRights(context, "a role is removed", async (change) => {
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
    await change.noteOf("role_removed", { kind: "user", id: person.id }, told(before), null);
    return { id };
  });

const apply = ({ db, portalId }: Change, userId: number) => sql`select apply_roles(${portalId}, ${userId})`.execute(db);

const told = ({
  role,
  copyId,
  scope,
  startsAt,
  endsAt,
}: {
  role: string;
  copyId: number | null;
  scope: RoleScope;
  startsAt: Date;
  endsAt: Date | null;
}) => ({
  role,
  copyId,
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
  { scope, copyId, id, since, ...dates }: Terms & { copyId: number | null; id: number | null; since: Date | null },
) {
  if (copyId !== null && (await lockCopy(db, portalId, copyId, "grant")).of !== role)
    throw invalid("copyId", "other_role", "This is a copy of another role.");
  if (role !== "Manager" && scope.kind !== "portal")
    throw invalid("scope", "managers_only", "Only a manager's role can be limited to some people.");
  if (scope.kind === "groups" && (await queries.countGroups(db, portalId, scope.groupIds)) !== new Set(scope.groupIds).size)
    throw invalid("scope", "unknown_group", "One of these groups does not exist any more. Choose again.");
  const wanted = dates.startsAt === null ? null : new Date(dates.startsAt);
  const startsAt = since ?? (wanted && wanted.getTime() > Date.now() ? wanted : null);
  const endsAt = dates.endsAt === null ? null : new Date(dates.endsAt);
  if (endsAt && endsAt.getTime() <= Math.max(Date.now(), startsAt?.getTime() ?? 0))
    throw invalid("endsAt", "ends_too_early", "The end is before the beginning, or has passed.");
  if (await queries.overlaps(db, portalId, { userId: person.id, role, copyId, scope, startsAt, endsAt, id }))
    throw conflict("has_role", "This person already has this role for the same people at that time.");
  return { scope, copyId, startsAt, endsAt };
}
