import { sql } from "kysely";
import type { Db } from "./connect.ts";

/**
 * A statement that notes that people of a portal were changed, where something depends on that: a dynamic group, the condition of a course. What changes people as
 * stoa_people (Databases.inPeople) notes it by itself, in the message that commits; what people and their learning change of themselves says it with `peopleChanged`.
 * portalId: a whole number as SQL text.
 */
export const tellingOf = (portalId: string) =>
  `insert into people_changes (portal_id) select ${portalId} where exists (select from groups where portal_id = ${portalId} and kind = 'dynamic' and status = 'active')
    or exists (select from courses where portal_id = ${portalId} and prerequisite_condition is not null)`;

/** The same as a part of another statement. */
export const tellingSql = (portalId: number) => sql`insert into people_changes (portal_id)
  select ${portalId}::bigint where exists (select from groups where portal_id = ${portalId}::bigint and kind = 'dynamic' and status = 'active')
    or exists (select from courses where portal_id = ${portalId}::bigint and prerequisite_condition is not null)`;

/** Notes it in the transaction of `db`. */
export const peopleChanged = (db: Db, portalId: number) => tellingSql(portalId).execute(db);
