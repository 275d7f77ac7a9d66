import { sql, type RawBuilder } from "kysely";
import type { Condition } from "../condition.ts";
import { kindSql, type Place } from "./kind-sql.ts";

/** A condition as SQL about the membership `m` and its user `u`: true or false, never null. */
export function compile(condition: Condition, place: Place): RawBuilder<boolean> {
  const parts = () => (condition as { of: readonly Condition[] }).of.map((one) => compile(one, place));
  switch (condition.kind) {
    case "all":
      return sql`(${sql.join([sql`true`, ...parts()], sql` and `)})`;
    case "any":
      return sql`(${sql.join([sql`false`, ...parts()], sql` or `)})`;
    case "none":
      return sql`(not (${sql.join([sql`false`, ...parts()], sql` or `)}))`;
    default:
      return sql`(${kindSql[condition.kind](condition as never, place, (team) => compile(team, place))})`;
  }
}

/** The ids of the portal's people who fit, as a subselect with one column, user_id. System admins fit no condition (ENV-13). */
export const peopleWhoFit = (condition: Condition, place: Place): RawBuilder<unknown> => sql`
  select m.user_id from memberships m join users u on u.id = m.user_id
  where m.portal_id = ${place.portalId} and u.kind = 'person' and not u.is_system_admin and ${compile(condition, place)}`;

/** Whether the person with an id fits, as SQL. userId: an expression such as sql`e.user_id`. */
export const personFits = (condition: Condition, place: Place, userId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from memberships m join users u on u.id = m.user_id
  where m.portal_id = ${place.portalId} and m.user_id = ${userId} and u.kind = 'person' and not u.is_system_admin and ${compile(condition, place)})`;
