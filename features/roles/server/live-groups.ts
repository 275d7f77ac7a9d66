import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { Condition, isCombined, nobody, testsIn } from "#features/conditions/condition.ts";
import { peopleWhoFit, type Place } from "#features/conditions/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";

// The stored members of a dynamic group are as old as its last computation. A right must not be: a scope asks the condition itself.

const GroupRow = z.object({
  id: z.int(),
  isArchived: z.boolean(),
  condition: z.nullable(jsonOf<Condition>()),
  childIds: z.array(z.int()),
});
type GroupRow = z.infer<typeof GroupRow>;
/** By their ids. */
export type LiveGroups = ReadonlyMap<number, GroupRow>;

/** The groups of a portal whose stored members may be out of date: those with a condition or with other groups in them. */
export async function readLiveGroups(db: Db, portalId: number): Promise<LiveGroups> {
  const { rows } = await typed(GroupRow)`
    select g.id, g.status = 'archived' as "isArchived", g.condition,
      coalesce((select jsonb_agg(c.child_id order by c.child_id) from group_children c where c.portal_id = g.portal_id and c.group_id = g.id), '[]') as "childIds"
    from groups g
    where g.portal_id = ${portalId} and g.status <> 'deleted'
      and (g.condition is not null or exists (select from group_children c where c.portal_id = g.portal_id and c.group_id = g.id))`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The people of some groups as subselects of user_id: whoever was put there by hand or import, and whoever fits the conditions of those that have one. */
export function membersNow(place: Place, live: LiveGroups, groupIds: readonly number[]): RawBuilder<unknown>[] {
  const own: number[] = [];
  const stored: number[] = [];
  const conditions: Condition[] = [];
  collect(live, groupIds, new Set(), { own, stored, conditions });
  const { portalId } = place;
  return [
    ...(own.length > 0
      ? [
          sql`select g.user_id from group_members g
            where g.portal_id = ${portalId} and g.group_id = any (${own}::bigint[]) and g.cause is not null and g.cause <> 'condition'`,
        ]
      : []),
    ...(stored.length > 0
      ? [sql`select g.user_id from group_members g where g.portal_id = ${portalId} and g.group_id = any (${stored}::bigint[])`]
      : []),
    ...conditions.map((condition) => peopleWhoFit(condition, place)),
  ];
}

interface Parts {
  readonly own: number[];
  readonly stored: number[];
  readonly conditions: Condition[];
}

/** seen: the groups on the way here, so that groups that name one another end. */
function collect(live: LiveGroups, groupIds: readonly number[], seen: ReadonlySet<number>, into: Parts) {
  for (const id of groupIds) {
    if (seen.has(id)) continue;
    const group = live.get(id);
    // An archived group keeps the members that it has; one without condition and other groups has no others than those stored.
    if (!group || group.isArchived) {
      into.stored.push(id);
      continue;
    }
    const further = new Set([...seen, id]);
    into.own.push(id);
    if (group.condition) into.conditions.push(liveCondition(group.condition, live, further));
    collect(live, group.childIds, further, into);
  }
}

/** A condition whose tests of groups ask the conditions of those groups. Rights follow from no team (followsTeam): a test of one finds nobody. */
export function liveCondition(condition: Condition, live: LiveGroups, seen: ReadonlySet<number> = new Set()): Condition {
  if (isCombined(condition)) return { ...condition, of: condition.of.map((one) => liveCondition(one, live, seen)) };
  if (condition.kind === "scope") return nobody;
  if (condition.kind !== "group" || !condition.groupIds.some((id) => live.has(id))) return condition;
  const parts: Parts = { own: [], stored: [], conditions: [] };
  collect(live, condition.groupIds, seen, parts);
  // Nobody is put into a group with a condition by hand.
  const ids = [...parts.own.filter((id) => !live.get(id)?.condition), ...parts.stored];
  return { kind: "any", of: [...(ids.length > 0 ? [{ kind: "group" as const, groupIds: ids }] : []), ...parts.conditions] };
}

/** Whether a condition is about a team, itself or by a group that it names, whichever way. */
export function asksTeam(condition: Condition, live: LiveGroups): boolean {
  const seen = new Set<number>();
  const waiting = [condition];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const test of testsIn(next)) {
      if (test.kind === "scope") return true;
      for (const id of test.kind === "group" ? test.groupIds : []) {
        const group = live.get(id);
        if (!group || seen.has(id)) continue;
        seen.add(id);
        if (group.condition) waiting.push(group.condition);
        if (group.childIds.length > 0) waiting.push({ kind: "group", groupIds: group.childIds });
      }
    }
  return false;
}
