import { sql } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { peopleWhoFit, requireVisible, seesCondition, tellWhy } from "#features/conditions/server/service.ts";
import { inScope, placeOf, requireScopesWithoutTeams, scopeOf, type PeopleScope } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { keepsGroup, restoreDays, type Group, type GroupStatus } from "../contract.ts";
import type * as api from "../contract.ts";
import { defines, fills } from "../policy.ts";
import { listDependents, type Dependents } from "./dependents.ts";
import { changeByCondition, changeByGroups } from "./foresee-change.ts";
import { makesCircle, namedIn } from "./graph.ts";
import * as queries from "./queries.ts";
import type { FoundGroup } from "./queries.ts";
import { definesGroups } from "./reach.ts";
import { settleNested } from "./settle.ts";
import { ownRightsFollow } from "./widening.ts";

export { conditionsOfGroups, groupsAbove, namesGroup, scopes, type Dependents } from "./dependents.ts";
export { conditionChanged, lockFitting } from "./fitting.ts";
export { foreseeGroups, type Foreseen } from "./foresee.ts";
export { putIntoGroups, takeOutOfGroups } from "./put-into-groups.ts";
export { groupInReach } from "./reach.ts";
export { listNodes, lockGroups } from "./queries.ts";
export { listWidening } from "./widening.ts";

const noGroup = () => notFound("group", "This group could not be found.");

/** A group that somebody reaches. Throws the same 404 for one out of reach as for none. */
export async function reachGroup(db: Db, scope: PeopleScope, id: number): Promise<FoundGroup> {
  const found = await queries.findGroup(db, scope, id);
  const isGone = found?.deletedAt && Date.now() - found.deletedAt.getTime() > restoreDays * 86_400_000;
  if (!found || isGone || (found.status === "deleted" && !definesGroups(scope))) throw noGroup();
  return found;
}

const isFillable = ({ status, kind }: Pick<FoundGroup, "status" | "kind">) =>
  status === "active" && kind !== "dynamic" && kind !== "synced";

/** Refuses a group that people are not put into here: one out of use, by condition, or from another system (GRP-1). */
export function requireFillable(group: FoundGroup): void {
  if (isFillable(group)) return;
  mustBeOurs(group);
  mustBeActive(group);
  throw conflict("dynamic", "The members of this group are those who fit its condition.");
}

function mustBeOurs({ kind }: Pick<FoundGroup, "kind">): void {
  if (kind === "synced") throw conflict("synced", "This group comes from another system, so it is changed there.");
}

async function told(db: Db, actor: Actor, scope: PeopleScope, id: number): Promise<Group> {
  const { createdAt, computedAt, archivedAt: _archived, deletedAt: _deleted, ...group } = await reachGroup(db, scope, id);
  return {
    ...group,
    createdAt: instant(createdAt),
    computedAt: instantOrNull(computedAt),
    members: await queries.countMembers(db, scope, id),
    children: await queries.listChildren(db, scope, id),
    canDefine: definesGroups(scope) && defines.allows(actor),
    canFill: isFillable(group) && fills.allows(actor),
    canExplain: group.condition !== null && (await seesCondition(db, actor, group.condition)),
  };
}

/** One group. */
export const showGroup = async ({ db, actor }: Pick<Context, "db" | "actor">, id: number): Promise<Group> =>
  told(db, actor, await scopeOf(db, actor), id);

/** Why somebody in reach is in a group by its condition. Throws 403 for a condition about what the person asking does not see. */
export async function explainMember(
  { db, actor, portal }: Pick<Context, "db" | "actor" | "portal">,
  { groupId, userId }: Parsed<typeof api.explainMember>["params"],
): Promise<Result<typeof api.explainMember>> {
  const scope = await scopeOf(db, actor);
  const { condition } = await reachGroup(db, scope, groupId);
  const member = condition && (await queries.findFitting(db, scope, groupId, userId));
  const reasons = member && (await tellWhy(db, actor, { condition, place: await placeOf(db, portal, [condition]), userId }));
  if (!reasons) throw notFound("person", "This person could not be found.");
  return { name: member.name, ...reasons };
}

/** Who changes groups, in a transaction of stoa_people in which nobody else changes groups. */
interface Changing {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
  readonly scope: PeopleScope;
}

function requireDefiner(scope: PeopleScope): void {
  if (!definesGroups(scope))
    throw forbidden("groups_of_all", "Groups are made by those who look after the whole portal, and you look after a part of it.");
}

/** Goes on as somebody who defines groups: an admin, or a manager of the whole portal. */
async function defining<T>({ open, databases, http }: OpenContext, why: string, work: (changing: Changing) => Promise<T>): Promise<T> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, defines), portal }));
  return databases.inPeople(asked.portal.id, why, async (db) => {
    const scope = await scopeOf(db, asked.actor);
    requireDefiner(scope);
    await queries.lockGroups(db, asked.portal.id);
    return work({ ...asked, db, http, scope });
  });
}

async function requireFreeName(db: Db, portalId: number, name: string, except: number) {
  if (await queries.isNameTaken(db, portalId, name, except))
    throw invalid("name", "name_taken", "Another group has this name. Choose another one.");
}

const namesMissing = (nodes: readonly { readonly id: number }[], condition: Condition) =>
  namedIn(condition).some((named) => !nodes.some(({ id }) => id === named));

/** Whether a condition names a group that is not there (any more). */
export const groupsMissing = async (db: Db, portalId: number, condition: Condition): Promise<boolean> =>
  namesMissing(await queries.listNodes(db, portalId), condition);

/** Refuses a condition that this person may not use, that names a group which is not there, or that would make the group depend on itself. */
async function requireCondition({ db, actor, portal }: Changing, id: number, condition: Condition) {
  await requireVisible(db, actor, condition);
  const nodes = await queries.listNodes(db, portal.id);
  if (namesMissing(nodes, condition))
    throw invalid("condition", "unknown_group", "One of these groups does not exist any more. Choose again.");
  const childIds = nodes.find((node) => node.id === id)?.childIds ?? [];
  if (makesCircle(nodes, id, { childIds, condition }))
    throw invalid("condition", "circle", "This condition names a group whose members depend on this group.");
}

/** Creates a group. The members of a dynamic one are found soon after. */
export const createGroup = (context: OpenContext, { condition, ...text }: Parsed<typeof api.createGroup>["body"]) =>
  defining(context, "a group is created", async (doer): Promise<Group> => {
    const { db, portal, actor, scope } = doer;
    await requireFreeName(db, portal.id, text.name, 0);
    if (condition) await requireCondition(doer, 0, condition);
    const id = await queries.insertGroup(db, { portalId: portal.id, ...text, condition, createdBy: actor.userId });
    await note(doer, {
      action: "group_created",
      object: { kind: "group", id },
      after: { name: text.name, kind: condition ? "dynamic" : "manual" },
    });
    return told(db, doer.actor, scope, id);
  });

/** Refuses to say who is in a group on which one's own rights depend (security.md 14). */
async function requireOthersRights({ db, actor }: Changing, id: number) {
  if (await ownRightsFollow(db, actor, id))
    throw forbidden("own_group", "Whom you look after depends on this group, so an admin says who is in it.");
}

const mustBeActive = ({ status }: FoundGroup) => {
  if (status !== "active") throw conflict("not_active", "This group is not in use any more. Bring it back first.");
};

/** Saves name, description and condition. A group stays dynamic, or not. */
export const saveGroup = (context: OpenContext, id: number, { revision, condition, ...text }: Parsed<typeof api.saveGroup>["body"]) =>
  defining(context, "a group is changed", async (doer): Promise<Group> => {
    const { db, portal, scope } = doer;
    const before = await reachGroup(db, scope, id);
    mustBeOurs(before);
    mustBeActive(before);
    if ((before.condition === null) !== (condition === null))
      throw invalid("condition", "other_kind", "A group that people are put into stays one, and so does one with a condition.");
    await requireFreeName(db, portal.id, text.name, id);
    const isNew = JSON.stringify(condition) !== JSON.stringify(before.condition);
    if (condition && isNew) {
      await requireOthersRights(doer, id);
      await requireCondition(doer, id, condition);
    }
    if (!(await queries.updateGroup(db, { portalId: portal.id, id, revision, ...text, condition })))
      throw conflict("group_changed", "Somebody else changed this group meanwhile. Load it again.");
    if (isNew) await requireScopesWithoutTeams(db, portal.id);
    const of = ({ name, description }: typeof text) => ({ name, description });
    await note(doer, {
      action: "group_changed",
      object: { kind: "group", id },
      before: { ...of(before), ...(isNew && { condition: before.condition }) },
      after: { ...of(text), ...(isNew && { condition }) },
    });
    return told(db, doer.actor, scope, id);
  });

/** Says which groups are in one, and stores whom that brings and takes away. */
export const nestGroups = (context: OpenContext, id: number, ids: readonly number[]) =>
  defining(context, "groups are put into a group", async (doer): Promise<Group> => {
    const { db, portal, scope } = doer;
    const group = await reachGroup(db, scope, id);
    requireFillable(group);
    await requireOthersRights(doer, id);
    const childIds = [...new Set(ids)].toSorted((one, other) => one - other);
    const nodes = await queries.listNodes(db, portal.id);
    const before = nodes.find((node) => node.id === id)?.childIds ?? [];
    const usable = new Set([...before, ...nodes.filter(({ status }) => status === "active").map((node) => node.id)]);
    if (childIds.some((child) => !usable.has(child)))
      throw invalid("ids", "unknown_group", "One of these groups does not exist any more. Choose again.");
    if (makesCircle(nodes, id, { childIds, condition: null }))
      throw invalid(
        "ids",
        "circle",
        "One of these groups has this group in it, or depends on it. Groups do not contain one another in a circle.",
      );
    await queries.replaceChildren(db, portal.id, id, childIds);
    await requireScopesWithoutTeams(db, portal.id);
    await settleNested({ db, portalId: portal.id }, { inside: [id] });
    await note(doer, {
      action: "groups_nested",
      object: { kind: "group", id },
      before: { groupIds: before },
      after: { groupIds: childIds },
    });
    return told(db, doer.actor, scope, id);
  });

/** Told within the transaction that a group of a portal is in use again, or no more. */
export type OnStatus = (db: Db, portalId: number) => Promise<void>;

/** Archives, deletes or brings back a group. */
export const setStatus = (
  context: OpenContext,
  { dependents, onStatus }: { readonly dependents: Dependents; readonly onStatus: OnStatus },
  id: number,
  status: GroupStatus,
) =>
  defining(context, "a group is archived, deleted or brought back", async (doer): Promise<Group> => {
    const { db, portal, scope } = doer;
    const before = await reachGroup(db, scope, id);
    if (before.status === status) return told(db, doer.actor, scope, id);
    mustBeOurs(before);
    const of = { portalId: portal.id, groupId: id };
    if (status === "deleted") {
      if ((await listDependents(db, dependents, of)).some(({ kind }) => keepsGroup(kind)))
        throw conflict("group_in_use", "Something depends on this group, so it cannot be deleted. It can be archived.");
      await keepAndEmpty(doer, id);
    }
    if (before.status === "deleted") {
      await requireFreeName(db, portal.id, before.name, id);
      await fillAgain(doer, id);
    }
    const next = before.status === "deleted" && before.archivedAt ? "archived" : status;
    await sql`update groups set status = ${next}, revision = revision + 1,
        archived_at = case when ${next}::text = 'archived' then coalesce(archived_at, now()) when ${next}::text = 'active' then null else archived_at end,
        deleted_at = case when ${next}::text = 'deleted' then now() end, computed_at = case when ${next}::text = 'active' then null else computed_at end
      where portal_id = ${portal.id} and id = ${id}`.execute(db);
    // Only now does it count among the groups in use, and what happened in those inside it while it was away is caught up.
    if (next === "active") await settleNested({ db, portalId: portal.id }, { inside: [id] });
    await onStatus(db, portal.id);
    const action = { active: "group_restored", archived: "group_archived", deleted: "group_deleted" }[next];
    await note(doer, {
      action,
      object: { kind: "group", id },
      before: { name: before.name, status: before.status },
      after: { status: next },
    });
    return told(db, doer.actor, scope, id);
  });

/** Takes everybody out of a group, keeping who was in it by hand or condition for bringing it back. */
async function keepAndEmpty({ db, portal, actor }: Changing, id: number) {
  await sql`with gone as (delete from group_members where portal_id = ${portal.id} and group_id = ${id} returning user_id, cause, added_by, joined_at),
      kept as (insert into deleted_group_members (portal_id, group_id, user_id, cause, added_by, joined_at)
        select ${portal.id}, ${id}, user_id, cause, added_by, joined_at from gone where cause is not null)
    insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select ${portal.id}, ${id}, user_id, 'left', 'deleted', ${actor.userId} from gone`.execute(db);
}

async function fillAgain({ db, portal, actor }: Changing, id: number) {
  await sql`with kept as (delete from deleted_group_members where portal_id = ${portal.id} and group_id = ${id} returning user_id, cause, added_by, joined_at),
      back as (insert into group_members (portal_id, group_id, user_id, cause, added_by, joined_at)
        select ${portal.id}, ${id}, user_id, cause, added_by, joined_at from kept returning user_id)
    insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select ${portal.id}, ${id}, user_id, 'joined', 'undo', ${actor.userId} from back`.execute(db);
}

const Fitting = z.object({ id: z.int(), name: z.string(), email: z.string(), total: z.int() });
const sampleSize = 10;

/** Whom a condition would put into a group. */
export async function tryCondition(
  { db, actor, portal }: Pick<Context, "db" | "actor" | "portal">,
  condition: Condition,
): Promise<Result<typeof api.tryCondition>> {
  const scope = await scopeOf(db, actor);
  await requireVisible(db, actor, condition);
  const place = await placeOf(db, portal, [condition]);
  const { rows } = await typed(Fitting)`
    with fit as materialized (select f.user_id from (${peopleWhoFit(condition, place)}) f where ${inScope(scope, sql`f.user_id`)})
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email, (select count(*)::int from fit) as total
    from fit f join users u on u.id = f.user_id order by u.name_key, u.id limit ${sampleSize}::int`.execute(db);
  return { total: rows[0]?.total ?? 0, sample: rows.map(({ total: _total, ...one }) => one) };
}

/** The titles of courses that nobody new could begin any more with another condition of a group; the feature that owns courses lends it. */
export type CirclesBy = (db: Db, portalId: number, groupId: number, condition: Condition) => Promise<string[]>;

/**
 * Who would come into a group and go out by a change that is not made yet, and which courses would ask for themselves by it, for those who may make it. Throws 404 for a group
 * out of reach.
 */
export async function foreseeChange(
  { db, actor, portal }: Pick<Context, "db" | "actor" | "portal">,
  circlesBy: CirclesBy,
  groupId: number,
  asked: api.GroupChangeAsked,
): Promise<Result<typeof api.foreseeChange>> {
  const scope = await scopeOf(db, actor);
  requireDefiner(scope);
  await reachGroup(db, scope, groupId);
  if (asked.by === "groups") return { ...(await changeByGroups(db, scope, groupId, asked.ids)), circles: [] };
  const { condition } = asked;
  await requireVisible(db, actor, condition);
  const change = await changeByCondition(db, scope, groupId, condition, await placeOf(db, portal, [condition]));
  return { ...change, circles: await circlesBy(db, portal.id, groupId, condition) };
}

/** What depends on a group, for those who define groups; others are told nothing of it, not who holds which role either. */
export async function showDependents(
  { db, actor, say }: Pick<Context, "db" | "actor" | "say">,
  dependents: Dependents,
  groupId: number,
): Promise<Result<typeof api.listDependents>> {
  const scope = await scopeOf(db, actor);
  await reachGroup(db, scope, groupId);
  return {
    rows:
      definesGroups(scope) && defines.allows(actor) ? await listDependents(db, dependents, { portalId: scope.portalId, groupId, say }) : [],
  };
}
