import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { peopleWhoFit, type Place } from "#features/conditions/server/service.ts";
import { RoleScope } from "../scope.ts";
import { liveCondition, membersNow, readLiveGroups } from "./live-groups.ts";
import { saysWhoReports } from "./reports-field.ts";

/** People whom a part of somebody's rights reaches. */
interface ReachedPeople {
  /** A subselect of user_id. */
  readonly who: RawBuilder<unknown>;
  /** The courses about which something may be done for them; null for all. */
  readonly courseIds: readonly number[] | null;
}

/** Whose data somebody's rights reach in the portal: everybody's (parts: null), or that of whoever is in one of these scopes. No part: nobody. */
export interface PeopleScope {
  readonly portalId: number;
  readonly parts: readonly RoleScope[] | null;
  /** The people of the parts. */
  readonly people: readonly ReachedPeople[];
  /** Only system admins see one another in lists of people. */
  readonly seesSystemAdmins: boolean;
}

type Asker = Pick<Actor, "portalId" | "userId" | "isAdmin" | "isManager" | "isSystemAdmin" | "doing"> & Partial<Pick<Actor, "by">>;
/** holderId: whose reports a part reaches; of a deputy's, those of the manager. */
const Held = z.object({ scope: RoleScope, holderId: z.int(), zone: z.string(), now: z.date() });
type OwnScope = Pick<z.infer<typeof Held>, "scope"> & { readonly holderId: number | null };

/**
 * Whose data the person asking reaches (decisions.md, Roles). Admins and system admins reach the whole portal, without a statement; a manager reaches the union of
 * the assignments that hold now and give the permission of the call, which each request reads anew; everybody else reaches nobody. An assignment of a copy counts only in
 * a call whose permission the copy has (rule.as), so that what somebody may do for some people never reaches others.
 */
export async function scopeOf(db: Db, actor: Asker): Promise<PeopleScope> {
  const { portalId, isSystemAdmin } = actor;
  const none = { portalId, people: [], seesSystemAdmins: isSystemAdmin };
  if (actor.isAdmin || isSystemAdmin) return { ...none, parts: null };
  if (!actor.isManager) return { ...none, parts: [] };
  // An admin who looks as a role has no assignment of it: they see what it shows to somebody whom it gives the whole portal.
  if (actor.by?.role) return { ...none, parts: null };
  const { rows } = await scopeStatement(actor).execute(db);
  const [first] = rows;
  if (!first) return { ...none, parts: [] };
  return holding(db, none, rows, { portalId, now: first.now, zone: first.zone, teams: new Map() });
}

/** The assignments of a manager that hold now and give the permission of the call. */
export const scopeStatement = ({ portalId, userId, doing }: Pick<Actor, "portalId" | "userId" | "doing">) => typed(Held)`
    select a.scope, a.holder_id as "holderId", (select time_zone from portals where id = ${portalId}) as zone, now() as now
    from held_roles a
    left join role_copies c on c.portal_id = a.portal_id and c.id = a.copy_id
    where a.portal_id = ${portalId} and a.user_id = ${userId} and not a.is_void and a.starts_at <= now() and (a.ends_at is null or a.ends_at > now())
      and (a.role = 'Manager' or (a.role = 'Admin' and a.copy_id is not null))
      and (a.copy_id is null or c.permissions @> array[${doing ?? null}::text])
    order by a.id`;

/** Where and when a scope is asked, and who holds the role; null for nobody yet, to whom nobody reports. */
export interface ScopePlace extends Place {
  readonly holderId: number | null;
}

async function holding(db: Db, none: Omit<PeopleScope, "parts">, parts: readonly OwnScope[], place: Place): Promise<PeopleScope> {
  if (parts.some(({ scope }) => scope.kind === "portal")) return { ...none, parts: null };
  const live = await readLiveGroups(db, place.portalId);
  const people = parts.flatMap(({ scope, holderId }) => {
    const courseIds = scope.kind === "courses" ? scope.courseIds : null;
    return peopleOf(scope, { ...place, holderId }, live).map((who) => ({ who, courseIds }));
  });
  return { ...none, parts: parts.map(({ scope }) => scope), people };
}

const Moment = z.object({ zone: z.string(), now: z.date() });

/** Whom a manager (holderId) would reach who had this scope now, without system admins. */
export async function scopeIf(db: Db, portalId: number, scope: RoleScope, holderId: number | null): Promise<PeopleScope> {
  const moment = oneRow(await typed(Moment)`select time_zone as zone, now() as now from portals where id = ${portalId}`.execute(db));
  return holding(db, { portalId, people: [], seesSystemAdmins: false }, [{ scope, holderId }], { portalId, ...moment, teams: new Map() });
}

/** The people of one scope at this moment, as subselects of user_id. */
export function peopleOf(scope: RoleScope, place: ScopePlace, live: Awaited<ReturnType<typeof readLiveGroups>>): RawBuilder<unknown>[] {
  switch (scope.kind) {
    case "portal":
      return [sql`select m.user_id from memberships m where m.portal_id = ${place.portalId}`];
    case "groups":
      return membersNow(place, live, scope.groupIds);
    case "condition":
      return [peopleWhoFit(liveCondition(scope.condition, live), place)];
    case "reports":
      return [
        sql`select v.user_id from field_values v join fields f on f.portal_id = v.portal_id and f.id = v.field_id
          where v.portal_id = ${place.portalId} and v.field_id = ${scope.fieldId} and v.person_id = ${place.holderId}::bigint
            and ${saysWhoReports}`,
      ];
    case "courses":
      return [
        // As enrolment_standing says what is active, but of one person by their key: the view counts everybody in the course first.
        sql`select e.user_id from enrolments e join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id
          where e.portal_id = ${place.portalId} and e.course_id = any (${scope.courseIds}::bigint[]) and (k.expires_at is null or k.expires_at > now())
            and not exists (select from enrolment_cause_ends x where x.portal_id = k.portal_id and x.cause_id = k.id)`,
      ];
  }
}

/**
 * Whether a member of the portal is in a scope, as SQL. userId: an expression such as sql`m.user_id`. Every statement that lists, counts, opens or changes people
 * for somebody has it beside its own join of memberships, which it does not replace: names and addresses belong to no portal.
 */
export function inScope({ parts, people, seesSystemAdmins }: PeopleScope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  // A subselect that names no row of the statement: read once.
  const shown = seesSystemAdmins ? sql<boolean>`true` : sql<boolean>`${userId} <> all (array(select id from users where is_system_admin))`;
  if (parts === null) return shown;
  if (people.length === 0) return sql<boolean>`false`;
  const reached = people.map(({ who }) => sql`${userId} in (${who})`);
  return sql<boolean>`(${shown} and (${sql.join(reached, sql` or `)}))`;
}
