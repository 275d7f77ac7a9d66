import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/**
 * Inserts any number of rows with one statement: they are sent as one JSON text and expanded to columns of the given types. `returning`
 * names columns to return, by which the caller finds the ids that the database assigned.
 */
export async function insertRows<R = never>(
  db: Db,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
  returning: readonly string[] = [],
): Promise<R[]> {
  if (rows.length === 0) return [];
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const typed = sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const { rows: back } = await sql<R>`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(${typed})
    ${returning.length ? sql`returning ${sql.join(returning.map((name) => sql.ref(name)))}` : sql``}`.execute(db);
  return back;
}
