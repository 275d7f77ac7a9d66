import { sql } from "kysely";
import type { Parsed } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { GrantedRole, Terms } from "../contract.ts";
import { mayChangeRoles } from "../policy.ts";
import type { RoleScope } from "../scope.ts";
import { changingRights, type Change } from "./changing-rights.ts";
import { countCourses } from "./course-scope.ts";
import { lockCopy } from "./copies.ts";
import { keepAnAdmin } from "./last-admin.ts";
import * as queries from "./queries.ts";
import { listReportsFields } from "./reports-field.ts";
import { readLiveGroups } from "./live-groups.ts";
import { followsTeam } from "./teams.ts";
import { reachPerson, type Reached } from "./service.ts";

/** Gives somebody a role (security.md 14). Returns the assignment's id. */
export const grant = (context: OpenContext, { userId, role, ...terms }: Parsed<typeof api.grantRole>["body"]) =>
  changingRights(context, "a role is granted", async (change) => {
    const given = await giveRole(change, userId, role, { ...terms, copyId: terms.copyId ?? null });
    if (!given) throw hasRole();
    await change.noteOf("role_granted", { kind: "user", id: userId }, null, { role, ...given.terms });
    return { id: given.id };
  });

const hasRole = () => conflict("has_role", "This person already has this role for the same people at that time.");

type Giving = Pick<Change, "db" | "portalId" | "actor">;
type GivenTerms = Terms & { readonly copyId: number | null };

/** Gives somebody a role in the name of the actor, who may give it. Gives its id and terms; null for somebody who has it then for the same people. Writes no entry of the log. */
export async function giveRole(giving: Giving, userId: number, role: GrantedRole, wanted: GivenTerms) {
  const { db, portalId, actor } = giving;
  const person = await requirePerson(giving, userId);
  const terms = await checkTerms(giving, role, { ...wanted, since: null });
  if (await queries.overlaps(db, portalId, { userId: person.id, role, ...terms, id: null })) return null;
  const { id } = await db
    .insertInto("role_assignments")
    .values({
      portal_id: portalId,
      user_id: userId,
      role,
      copy_id: terms.copyId,
      scope: JSON.stringify(terms.scope),
      ...(terms.startsAt && { starts_at: terms.startsAt }),
      ends_at: terms.endsAt,
      granted_by: actor.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await apply(giving, userId);
  return { id, terms };
}

/** Changes whom a role reaches and its dates. What has begun keeps its beginning. */
export const changeTerms = (context: OpenContext, id: number, terms: Terms) =>
  changingRights(context, "a role is changed", async (change) => {
    const { db, portalId } = change;
    const { person, ...before } = await requireAssignment(change, id);
    if (before.deputyOf !== null)
      throw conflict("deputy", "A deputy has what the manager has. End this, or give a role that is their own.");
    const next = await checkTerms(change, before.role, {
      ...terms,
      copyId: terms.copyId === undefined ? before.copyId : terms.copyId,
      since: before.hasBegun ? before.startsAt : null,
    });
    if (await queries.overlaps(db, portalId, { userId: person.id, role: before.role, ...next, id })) throw hasRole();
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
    const { person, ...before } = await requireAssignment(change, id);
    await endAssignment(change, id, before);
    await change.noteOf("role_removed", { kind: "user", id: person.id }, told(before), null);
    return { id };
  });

/** Ends an assignment now, or takes one back that has not begun. Throws 409 for the last admin. */
export async function endAssignment({ db, portalId }: Pick<Change, "db" | "portalId">, id: number, one: queries.LockedAssignment) {
  const now = sql<Date>`greatest(now(), starts_at + interval '1 microsecond')`;
  if (one.hasBegun)
    await db
      .updateTable("role_assignments")
      .set({ ends_at: sql<Date>`least(ends_at, ${now})` })
      .where("portal_id", "=", portalId)
      .where("id", "=", id)
      .execute();
  else await db.deleteFrom("role_assignments").where("portal_id", "=", portalId).where("id", "=", id).execute();
  await apply({ db, portalId }, one.userId);
  if (one.role === "Admin") await keepAnAdmin(db, portalId);
}

const apply = ({ db, portalId }: Pick<Change, "db" | "portalId">, userId: number) =>
  sql`select apply_roles(${portalId}, ${userId})`.execute(db);

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
async function requirePerson({ db, actor }: Pick<Change, "db" | "actor">, userId: number): Promise<Reached> {
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
export async function checkTerms(
  { db, portalId }: Pick<Change, "db" | "portalId">,
  role: GrantedRole,
  { scope, copyId, since, ...dates }: GivenTerms & { readonly since: Date | null },
) {
  if (copyId !== null && (await lockCopy(db, portalId, copyId, "grant")).of !== role)
    throw invalid("copyId", "other_role", "This is a copy of another role.");
  if (role !== "Manager" && scope.kind !== "portal")
    throw invalid("scope", "managers_only", "Only a manager's role can be limited to some people.");
  if (scope.kind === "groups" && (await queries.countGroups(db, portalId, scope.groupIds)) !== new Set(scope.groupIds).size)
    throw invalid("scope", "unknown_group", "One of these groups does not exist any more. Choose again.");
  if (followsTeam(scope, await readLiveGroups(db, portalId)))
    throw invalid(
      "scope",
      "scope_of_scope",
      "Whom a role reaches cannot follow from whom another role reaches. Choose a condition, or groups, that are not about a manager's team.",
    );
  if (scope.kind === "reports" && !(await listReportsFields(db, portalId)).some(({ id }) => id === scope.fieldId))
    throw invalid(
      "scope",
      "no_reports_field",
      "This field cannot say who reports to whom: it is gone, it names no people, or managers or authors may edit it.",
    );
  if (scope.kind === "courses" && (await countCourses(db, portalId, scope.courseIds)) !== new Set(scope.courseIds).size)
    throw invalid("scope", "unknown_course", "One of these courses does not exist any more. Choose again.");
  const wanted = dates.startsAt === null ? null : new Date(dates.startsAt);
  const startsAt = since ?? (wanted && wanted.getTime() > Date.now() ? wanted : null);
  const endsAt = dates.endsAt === null ? null : new Date(dates.endsAt);
  if (endsAt && endsAt.getTime() <= Math.max(Date.now(), startsAt?.getTime() ?? 0))
    throw invalid("endsAt", "ends_too_early", "The end is before the beginning, or has passed.");
  return { scope, copyId, startsAt, endsAt };
}

/** Ends a role that was given by giveRole, if it still is as it was given. False where somebody changed or ended it since. */
export async function takeRoleBack(giving: Giving, userId: number, given: { readonly id: number; readonly endsAt: Date | null }) {
  const { db, portalId } = giving;
  const found = await queries.lockAssignment(db, portalId, given.id);
  const isOver = found?.endsAt && found.endsAt.getTime() <= Date.now();
  if (found?.userId !== userId || isOver || found.endsAt?.getTime() !== given.endsAt?.getTime()) return false;
  await requirePerson(giving, userId);
  await endAssignment(giving, given.id, found);
  return true;
}
