import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/**
 * Inserts any number of rows with one statement: they travel as one JSON text and come out as columns of the types given. returning
 * names the columns to give back, with which the caller finds the ids that the database chose.
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
