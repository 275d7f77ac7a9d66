import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/**
 * Notes, in the transaction that makes it, a change of what the catalog of a portal finds, counts or orders: its published courses with their words, and its
 * categories. Whoever keeps counts in memory sees by catalogState that they are old. Never waits for another change. courseId: the course that has
 * changed, of which nothing is noted as long as it was never published; null for a change of categories.
 */
export const noteCatalogChange = (db: Db, portalId: number, courseId: number | null) =>
  sql`
    with shown as (
      select where ${courseId}::bigint is null or exists (
        select from courses where portal_id = ${portalId} and id = ${courseId}::bigint and (status <> 'draft' or published_at is not null))
    ),
    old as (select change from catalog_changes where portal_id = ${portalId} and exists (select from shown) for update skip locked),
    gone as (delete from catalog_changes c using old where c.portal_id = ${portalId} and c.change = old.change)
    insert into catalog_changes (portal_id) select ${portalId} from shown`.execute(db);

/**
 * The state of a portal's catalog as a text, read together with what depends on it: the same text means the same catalog. Each change leaves its own row,
 * which only a later change removes, so a state never comes again.
 */
export const catalogState = (portalId: number) =>
  sql`(select coalesce(string_agg(change::text, ' ' order by change), '') from catalog_changes where portal_id = ${portalId})`;
