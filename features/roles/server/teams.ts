import * as z from "zod/mini";
import { everybody, nobody, testsIn, type Condition } from "#features/conditions/condition.ts";
import type { Place, Teams } from "#features/conditions/server/service.ts";
import { conflict } from "#platform/errors.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { RoleScope } from "../scope.ts";
import { asksTeam, liveCondition, readLiveGroups, type LiveGroups } from "./live-groups.ts";
import { listReportsFields } from "./reports-field.ts";

// The team of a manager, for conditions: whom their role reaches at this moment. Teams follow from scopes, and scopes from no team, so that neither waits for the other.

/** The managers of whose teams some conditions are about. */
const managersIn = (conditions: readonly Condition[]): number[] => [
  ...new Set(conditions.flatMap(testsIn).flatMap((test) => (test.kind === "scope" ? test.managerIds : []))),
];

/** Whether a condition is about a team. */
export const isAboutTeams = (condition: Condition): boolean => managersIn([condition]).length > 0;

const Held = z.object({ managerId: z.int(), holderId: z.int(), scope: RoleScope });

/** Where and when conditions are asked: with the teams that they are about, which takes a statement only where there are any. */
export async function placeOf(
  db: Db,
  portal: { readonly id: number; readonly timeZone: string },
  conditions: readonly (Condition | null | undefined)[],
  now = new Date(),
): Promise<Place> {
  const teams = await teamsOf(db, portal.id, managersIn(conditions.filter((one) => one != null)));
  return { portalId: portal.id, now, zone: portal.timeZone, teams };
}

async function teamsOf(db: Db, portalId: number, managerIds: readonly number[]): Promise<Teams> {
  if (managerIds.length === 0) return new Map();
  const { rows } = await typed(Held)`
    select a.user_id as "managerId", a.holder_id as "holderId", a.scope from held_roles a
    where a.portal_id = ${portalId} and a.user_id = any (${managerIds}::bigint[]) and not a.is_void and a.starts_at <= now() and (a.ends_at is null or a.ends_at > now())
      and (a.role = 'Manager' or (a.role = 'Admin' and a.copy_id is not null))
    order by a.id`.execute(db);
  const live = await readLiveGroups(db, portalId);
  const fields = new Set((await listReportsFields(db, portalId)).map(({ id }) => id));
  const held = Map.groupBy(rows, ({ managerId }) => managerId);
  return new Map(
    [...held].map(([id, parts]) => [id, { kind: "any", of: parts.map((part) => liveCondition(conditionOf(part, fields), live)) }]),
  );
}

/** Whom a part of somebody's role reaches, as a condition. */
function conditionOf({ scope, holderId }: z.infer<typeof Held>, reportsFields: ReadonlySet<number>): Condition {
  switch (scope.kind) {
    case "portal":
      return everybody;
    case "groups":
      return { kind: "group", groupIds: scope.groupIds };
    case "condition":
      return scope.condition;
    case "reports":
      return reportsFields.has(scope.fieldId)
        ? { kind: "field", fieldId: scope.fieldId, is: { by: "person", personIds: [holderId] } }
        : nobody;
    case "courses":
      // A test that names no course is about all of them.
      return scope.courseIds.length > 0 ? { kind: "enrolment", test: "enrolled", courseIds: scope.courseIds } : nobody;
  }
}

/** Whether whom a scope reaches would follow from a team: by its condition, or by that of a group. */
export function followsTeam(scope: RoleScope, live: LiveGroups): boolean {
  switch (scope.kind) {
    case "portal":
    case "reports":
    case "courses":
      return false;
    case "groups":
      return asksTeam({ kind: "group", groupIds: scope.groupIds }, live);
    case "condition":
      return asksTeam(scope.condition, live);
  }
}

const Assigned = z.object({ scope: jsonOf<RoleScope>() });

/** Refuses groups by which whom somebody's role reaches, now or later, would follow from a team. Asked after a change of groups, in its transaction. */
export async function requireScopesWithoutTeams(db: Db, portalId: number): Promise<void> {
  const { rows } = await typed(Assigned)`
    select distinct a.scope from role_assignments a
    where a.portal_id = ${portalId} and a.deputy_of is null and (a.ends_at is null or a.ends_at > now()) and a.scope ->> 'kind' in ('groups', 'condition')`.execute(
    db,
  );
  if (rows.length === 0) return;
  const live = await readLiveGroups(db, portalId);
  if (rows.some(({ scope }) => followsTeam(scope, live)))
    throw conflict(
      "scope_by_team",
      "Somebody's role reaches the people of this group, so who is in it cannot follow from a manager's team.",
    );
}
