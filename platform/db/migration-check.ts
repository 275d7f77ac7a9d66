import * as pg from "pg";
import { readMigrations } from "./migrate.ts";

/**
 * For readiness: `run` rejects unless the database answers within two seconds and has this code's newest migration. A newer one is
 * fine: during a rolling update the next version migrates first. Keeps at most one connection; `close` gives it back.
 */
export function migrationCheck(url: string, dir: string): { run(): Promise<void>; close(): Promise<void> } {
  const newest = readMigrations(dir).at(-1)?.name ?? "";
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    application_name: "stoa health",
  });
  pool.on("error", () => undefined);
  return {
    async run() {
      const found = await pool.query<{ name: string | null }>('select max(name collate "C") as name from public.schema_migrations');
      if ((found.rows[0]?.name ?? "") < newest) throw new Error("The database is not migrated.");
    },
    close: () => pool.end(),
  };
}
