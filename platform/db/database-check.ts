import * as pg from "pg";
import { durabilityProblems, type DurabilitySetting } from "../postgres/durability.ts";
import { join } from "node:path";
import { readMigrations } from "./migrate.ts";
import { readFunctions } from "./sql-functions.ts";

/** Jobs in the queue: not tried yet, running, failed and due for a retry, failed for good. */
export interface JobCounts {
  readonly waiting: number;
  readonly running: number;
  readonly retrying: number;
  readonly failed: number;
}

export interface DatabaseCheck {
  /**
   * Rejects unless the database answers within two seconds, has this version's migrations and functions, and has not switched off a durability
   * setting. Newer migrations are fine: during a rolling update the next version migrates first.
   */
  ready(): Promise<void>;
  /** Counts the jobs. Rejects while no worker has ever created the queue's tables. */
  countJobs(): Promise<JobCounts>;
  close(): Promise<void>;
}

/**
 * The database checks of readiness and metrics. `dir` is the folder of the SQL files; of the durability settings, only those in `settings` are asked
 * when they are named. Keeps at most one connection, which `close` releases.
 */
export function databaseCheck(url: string, dir: string, settings?: readonly DurabilitySetting[]): DatabaseCheck {
  const names = readMigrations(join(dir, "migrations")).map(({ name }) => name);
  const { revision } = readFunctions(join(dir, "functions"));
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    application_name: "stoa health",
  });
  pool.on("error", () => undefined);
  return {
    async ready() {
      const found = await pool.query<{ missing: number; revision: string | null }>(
        `select $2::integer - (select count(*) from public.schema_migrations where name = any ($1))::integer as missing,
                (select revision from public.schema_functions) as revision`,
        [names, names.length],
      );
      const [state] = found.rows;
      if (!state || state.missing > 0 || (state.revision ?? "") < revision) throw new Error("The database is not migrated.");
      const [problem] = await durabilityProblems(pool, settings);
      if (problem !== undefined) throw new Error(problem);
    },
    async countJobs() {
      const { rows } = await pool.query<JobCounts>(
        // `attempts` already counts the attempt that is running, so a last attempt under way has not failed yet.
        `select (count(*) filter (where locked_at is null and attempts < max_attempts and last_error is null))::int as waiting,
                (count(*) filter (where locked_at is not null))::int as running,
                (count(*) filter (where locked_at is null and attempts < max_attempts and last_error is not null))::int as retrying,
                (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed
           from graphile_worker.jobs`,
      );
      return rows[0] ?? { waiting: 0, running: 0, retrying: 0, failed: 0 };
    },
    close: () => pool.end(),
  };
}
