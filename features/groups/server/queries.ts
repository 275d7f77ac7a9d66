import { sql } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import { folded } from "#platform/folded.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { GroupKind, GroupStatus } from "../contract.ts";
import { countOf, kindOf } from "./list-queries.ts";
import { groupInReach } from "./reach.ts";

/** Lets only one change of groups, or of who is in them, go on at a time in a portal; the others wait for its end. */
export const lockGroups = (db: Db, portalId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('groups of a portal', ${portalId}))`.execute(db);

const Found = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  kind: GroupKind,
  status: GroupStatus,
  condition: z.nullable(jsonOf<Condition>()),
  createdAt: z.date(),
  createdBy: z.nullable(z.string()),
  computedAt: z.nullable(z.date()),
  archivedAt: z.nullable(z.date()),
  deletedAt: z.nullable(z.date()),
  revision: z.int(),
});
export type FoundGroup = z.infer<typeof Found>;

/** A group that somebody reaches; undefined otherwise. */
export const findGroup = async (db: Db, scope: PeopleScope, id: number) =>
  (
    await typed(Found)`
      select g.id, g.name, g.description, ${kindOf} as kind, g.status, g.condition, g.created_at as "createdAt", g.computed_at as "computedAt",
        g.archived_at as "archivedAt", g.deleted_at as "deletedAt", g.revision,
        (select coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) from users u where u.id = g.created_by) as "createdBy"
      from groups g where g.portal_id = ${scope.portalId} and g.id = ${id} and ${groupInReach(scope, sql`g.id`)}`.execute(db)
  ).rows[0];

const Child = z.object({ id: z.int(), name: z.string(), status: GroupStatus, members: z.int() });
/** The groups in a group, by name. */
export const listChildren = async (db: Db, scope: PeopleScope, groupId: number) =>
  (
    await typed(Child)`
      select g.id, g.name, g.status, ${countOf(scope, sql`g.id`)} as members
      from group_children c join groups g on g.portal_id = c.portal_id and g.id = c.child_id
      where c.portal_id = ${scope.portalId} and c.group_id = ${groupId} and g.status <> 'deleted' order by lower(g.name)`.execute(db)
  ).rows;

const Count = z.object({ count: z.int() });
/** How many members of a group somebody reaches. */
export const countMembers = async (db: Db, scope: PeopleScope, groupId: number) =>
  (await typed(Count)`select ${countOf(scope, sql`${groupId}::bigint`)} as count`.execute(db)).rows[0]?.count ?? 0;

const MemberName = z.object({ name: z.string() });
/** The name of a member by condition of a group, whom somebody reaches; undefined otherwise. */
export const findFitting = async (db: Db, scope: PeopleScope, groupId: number, userId: number) =>
  (
    await typed(MemberName)`
      select coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name from group_members n join users u on u.id = n.user_id
      where n.portal_id = ${scope.portalId} and n.group_id = ${groupId} and n.user_id = ${userId} and n.cause = 'condition'
        and ${inScope(scope, sql`n.user_id`)}`.execute(db)
  ).rows[0];

/** Whether another group, which is not deleted, has a name, in capitals or not. */
export const isNameTaken = async (db: Db, portalId: number, name: string, except: number) =>
  (
    await typed(Count)`select count(*)::int as count from groups
      where portal_id = ${portalId} and lower(name) = lower(${name}) and status <> 'deleted' and id <> ${except}`.execute(db)
  ).rows[0]?.count !== 0;

const Node = z.object({ id: z.int(), status: GroupStatus, condition: z.nullable(jsonOf<Condition>()), childIds: z.array(z.int()) });
export type GroupNode = z.infer<typeof Node>;
/** The groups of a portal with what they are made of: children and conditions. */
export const listNodes = async (db: Db, portalId: number) =>
  (
    await typed(Node)`
      select g.id, g.status, g.condition,
        coalesce((select jsonb_agg(c.child_id order by c.child_id) from group_children c where c.portal_id = g.portal_id and c.group_id = g.id), '[]') as "childIds"
      from groups g where g.portal_id = ${portalId} and g.status <> 'deleted' order by g.id`.execute(db)
  ).rows;

interface NewGroup {
  readonly portalId: number;
  readonly name: string;
  readonly description: string;
  readonly condition: Condition | null;
  readonly createdBy: number;
}
export const insertGroup = async (db: Db, { portalId, condition, createdBy, ...text }: NewGroup) =>
  (
    await db
      .insertInto("groups")
      .values({
        portal_id: portalId,
        ...text,
        kind: condition ? "dynamic" : "manual",
        condition: condition && JSON.stringify(condition),
        created_by: createdBy,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Saves what can be changed of a group; the members of one with a new condition count as not computed. False when somebody else saved it meanwhile. */
export async function updateGroup(
  db: Db,
  {
    portalId,
    id,
    revision,
    name,
    description,
    condition,
  }: Omit<NewGroup, "createdBy"> & { readonly id: number; readonly revision: number },
) {
  const text = condition && JSON.stringify(condition);
  const { numAffectedRows } = await sql`update groups set name = ${name}, description = ${description}, revision = revision + 1,
      computed_at = case when condition is distinct from ${text}::jsonb then null else computed_at end, condition = ${text}::jsonb
    where portal_id = ${portalId} and id = ${id} and revision = ${revision}`.execute(db);
  return numAffectedRows === 1n;
}

/** Says which groups are in a group. */
export const replaceChildren = (db: Db, portalId: number, groupId: number, ids: readonly number[]) =>
  sql`with gone as (
      delete from group_children where portal_id = ${portalId} and group_id = ${groupId} and child_id <> all (${ids}::bigint[]))
    insert into group_children (portal_id, group_id, child_id) select ${portalId}, ${groupId}, unnest(${ids}::bigint[]) on conflict do nothing`.execute(
    db,
  );

const Candidate = z.object({ id: z.int(), name: z.string(), email: z.string(), isIn: z.boolean() });

/** People whom somebody reaches, by the beginning of words of their name or address, 20 at most, with whether they were put into a group. */
export async function listCandidates(db: Db, scope: PeopleScope, groupId: number, q: string) {
  const asked = folded(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `'${word}':*`)
    .join(" & ");
  const { rows } = await typed(Candidate)`
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email, n.user_id is not null as "isIn"
    from users u
    join memberships m on m.portal_id = ${scope.portalId} and m.user_id = u.id
    left join group_members n on n.portal_id = ${scope.portalId} and n.group_id = ${groupId} and n.user_id = u.id and n.cause is not null
    where u.kind = 'person' and ${asked === "" ? sql`true` : sql`u.search @@ ${asked}::tsquery`} and ${inScope(scope, sql`m.user_id`)}
    order by u.name_key, u.id limit 20`.execute(db);
  return rows;
}
