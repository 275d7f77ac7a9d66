import * as z from "zod/mini";
import { Condition } from "#features/conditions/condition.ts";
import { whoWouldFit, type AsIf, type PersonAsIf } from "#features/conditions/server/service.ts";
import { placeOf } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { inOrder, namedIn } from "./graph.ts";
import { listNodes, type GroupNode } from "./queries.ts";

/** A change of people that is only planned: what they would be, and into which groups they would be put. */
export interface PlannedPeople extends Pick<AsIf, "values"> {
  readonly people: readonly (PersonAsIf & { readonly groupIds: readonly number[] })[];
}
/** Which groups somebody would join and leave by their rules. */
export interface Foreseen {
  readonly joins: readonly number[];
  readonly leaves: readonly number[];
}

const Stored = z.object({ userId: z.int(), groupId: z.int(), isOwn: z.boolean() });
const Zone = z.object({ zone: z.string() });

/** The groups of one person: in which they are, and whether by themselves rather than through groups inside. */
type Groups = Map<number, { readonly isOwn: boolean }>;

/**
 * Which groups with a condition, or with other groups in them, each of some people would join or leave after a planned change, once the groups were computed again
 * (settlePortal). Nothing is written. One statement for all conditions that do not follow from one another, whatever the number of people. By the people's ids.
 */
export async function foreseeGroups(db: Db, portalId: number, { people, values }: PlannedPeople): Promise<Map<number, Foreseen>> {
  const nodes = people.length === 0 ? [] : inOrder(await listNodes(db, portalId));
  // One whose condition cannot be read keeps its members and stops nothing, as where groups are computed.
  const ruled = nodes.filter(
    ({ status, condition, childIds }) => status === "active" && (condition ? Condition.safeParse(condition).success : childIds.length > 0),
  );
  if (ruled.length === 0) return new Map();
  const { zone } = oneRow(await typed(Zone)`select time_zone as zone from portals where id = ${portalId}`.execute(db));
  const conditions = ruled.flatMap(({ condition }) => (condition ? [condition] : []));
  const place = await placeOf(db, { id: portalId, timeZone: zone }, conditions);
  const asked = new Set([...conditions, ...place.teams.values()].flatMap(namedIn));
  const relevant = new Set([...asked, ...ruled.flatMap(({ id, childIds }) => [id, ...childIds])]);

  const stored = await typed(Stored)`
    select user_id as "userId", group_id as "groupId", cause is not null as "isOwn" from group_members
    where portal_id = ${portalId} and user_id = any (${people.map(({ id }) => id)}::bigint[]) and group_id = any (${[...relevant]}::bigint[])`.execute(
    db,
  );
  const of = new Map<number, Groups>(people.map(({ id }) => [id, new Map()]));
  for (const { userId, groupId, isOwn } of stored.rows) of.get(userId)?.set(groupId, { isOwn });
  const before = new Map([...of].map(([id, groups]) => [id, new Set(groups.keys())]));
  for (const { id, groupIds } of people) for (const groupId of groupIds) of.get(id)?.set(groupId, { isOwn: true });
  for (const node of ruled) for (const groups of of.values()) settle(groups, node);

  for (const some of steps(ruled)) {
    const dynamic = some.flatMap(({ id, condition }) => (condition ? [{ id, condition }] : []));
    const groups = [...of].flatMap(([userId, its]) =>
      [...its.keys()].filter((id) => asked.has(id)).map((groupId) => ({ userId, groupId })),
    );
    const fitting = await whoWouldFit(
      db,
      dynamic.map(({ condition }) => ({ condition, place })),
      { people, values, groups },
    );
    const fit = new Set(fitting.map(({ nth, userId }) => `${dynamic[nth]?.id}:${userId}`));
    for (const node of some)
      for (const [userId, its] of of) settle(its, node, node.condition ? fit.has(`${node.id}:${userId}`) : its.get(node.id)?.isOwn);
  }
  return new Map(
    people.flatMap(({ id, groupIds }) => {
      const had = before.get(id);
      const has = of.get(id);
      const joins = ruled.filter((node) => has?.has(node.id) && !had?.has(node.id) && !groupIds.includes(node.id));
      const leaves = ruled.filter((node) => had?.has(node.id) && !has?.has(node.id));
      const ids = (some: readonly GroupNode[]) => some.map((node) => node.id).toSorted((a, b) => a - b);
      return joins.length + leaves.length > 0 ? [[id, { joins: ids(joins), leaves: ids(leaves) }] as const] : [];
    }),
  );
}

/** Says anew whether somebody is in a group, by themselves or through a group inside, as settleNested stores it. */
function settle(groups: Groups, { id, childIds }: GroupNode, isOwn = groups.get(id)?.isOwn ?? false) {
  if (isOwn || childIds.some((child) => groups.has(child))) groups.set(id, { isOwn });
  else groups.delete(id);
}

/** Groups in steps: what a group follows from stands in earlier ones. A test of a team may follow from any group that is filled by hand, which stand as they will be. */
function steps(ordered: readonly GroupNode[]): GroupNode[][] {
  const stepOf = new Map<number, number>();
  for (const { id, childIds, condition } of ordered)
    stepOf.set(id, Math.max(0, ...[...childIds, ...namedIn(condition)].map((on) => (stepOf.get(on) ?? -1) + 1)));
  return [...Map.groupBy(ordered, ({ id }) => stepOf.get(id) ?? 0)].toSorted(([a], [b]) => a - b).map(([, some]) => some);
}
