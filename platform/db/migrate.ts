import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pg from "pg";
import { StartError } from "../lifecycle-error.ts";
import type { Log } from "../log.ts";
import * as functions from "./sql-functions.ts";

export interface Migration {
  /** File name without `.sql`, such as `202611241530_sessions`. */
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

interface Applied {
  readonly name: string;
  readonly sha256: string;
}

// Date and time on the author's clock, so that two authors rarely pick the same name.
const fileName = /^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d_[a-z0-9_]+\.sql$/;

/** The migrations of a folder in order. A file that is not `YYYYMMDDHHMM_name.sql` is an error. */
export function readMigrations(dir: string): Migration[] {
  const files = readdirSync(dir)
    .filter((file) => file.endsWith(".sql"))
    .toSorted();
  return files.map((file) => {
    if (!fileName.test(file))
      throw new StartError(`The migration ${file} must be named like 202611241530_name.sql: when it was written, and a word.`);
    const sql = readFileSync(join(dir, file), "utf8");
    return { name: file.slice(0, -4), sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
}

/** The first of the numbered migrations that were squashed into the baseline. */
const beforeBaseline = "0001_portals_and_people";

/**
 * The migrations still to apply. Names need not come after those already applied: a migration that landed late is simply missing and is applied.
 * Throws a StartError when the database's history and the files contradict each other.
 */
function pendingOf(files: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  if (applied.some(({ name }) => name === beforeBaseline))
    throw new StartError(
      "This database was made by a Stoa from before November 2026, which this one cannot take over. Start with a new data folder or an empty database, or stay with the version before.",
    );
  for (const { name, sha256 } of applied) {
    const file = known.get(name);
    if (file === undefined)
      throw new StartError(`This database was made by a newer Stoa (migration ${name}). Start that version, or restore a backup.`);
    if (file.sha256 !== sha256)
      throw new StartError(`The migration ${name} was changed after it was applied. Put the file back and add a new migration instead.`);
  }
  const have = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !have.has(name));
}

// One number for every Stoa database; arbitrary.
const lockKey = 5_707_010_101;
const undefinedTable = "42P01";
const lockNotAvailable = "55P03";

/** The SQL that one version of the program brings. */
interface Version {
  readonly migrations: readonly Migration[];
  readonly functions: functions.FunctionSet;
}

const readApplied = async (client: pg.Client) =>
  (await client.query<Applied>('select name, sha256 from public.schema_migrations order by name collate "C"')).rows;

/** What this version has to do to a database in this state. Throws a StartError when it must not touch it. */
function workOf(version: Version, applied: readonly Applied[], recorded: functions.RecordedFunctions | null) {
  return { pending: pendingOf(version.migrations, applied), functionsDue: functions.isDue(version.functions, recorded) };
}

/**
 * One transaction: takes the lock, reads the state again, and applies the next migration, or creates the functions when no migration is left. The
 * lock belongs to the transaction and not to the session, so it also works behind PgBouncer. Returns what was done; undefined when nothing was left.
 */
async function applyNext(client: pg.Client, version: Version): Promise<{ migration: string } | "functions" | undefined> {
  await client.query("begin");
  try {
    // Wait for another process that is migrating. Wait for a table in use 3 seconds at most (security.md F24): every request queues behind this one.
    await client.query(`set local lock_timeout = '10min'; select pg_advisory_xact_lock(${lockKey}); set local lock_timeout = '3s'`);
    await client.query(
      "create table if not exists public.schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    await functions.makeFunctionRecord(client);
    const recorded = await functions.readRecordedFunctions(client);
    const { pending, functionsDue } = workOf(version, await readApplied(client), recorded);
    const [next] = pending;
    if (next) {
      if (functionsDue) await functions.applyForTables(client, version.functions);
      await client.query(next.sql).catch((error: unknown) => {
        throw migrationError(next.name, error as pg.DatabaseError);
      });
      await client.query("insert into public.schema_migrations (name, sha256) values ($1, $2)", [next.name, next.sha256]);
      await functions.functionsAreDue(client);
    } else if (functionsDue) await functions.applyFunctions(client, version.functions, recorded);
    await client.query("commit");
    return next ? { migration: next.name } : functionsDue ? "functions" : undefined;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

const migrationError = (name: string, error: pg.DatabaseError) =>
  error.code === lockNotAvailable
    ? new StartError(
        `The migration ${name} waited 3 seconds for a table that is in use. Nothing of it was kept; start again when the database is quieter.`,
      )
    : new StartError(
        `The migration ${name} failed and nothing of it was kept: ${error.message}${error.position ? ` (at character ${error.position})` : ""}.`,
      );

const nothingWhenMissing =
  <T>(empty: T) =>
  (error: pg.DatabaseError): T => {
    if (error.code === undefinedTable) return empty;
    throw error;
  };

/**
 * Brings the database at `url` to the SQL of the folder `dir`: applies the missing files of `dir/migrations`, each in its own transaction, and
 * creates the functions and views of `dir/functions` again when they changed. Several processes may call it at once. With `apply: false` it only
 * checks, and throws when there is work to do. Throws a StartError, and changes nothing, when the database's history is newer or different.
 */
export async function migrate(
  url: string,
  { dir, log, apply = true }: { readonly dir: string; readonly log: Log; readonly apply?: boolean },
): Promise<{ applied: string[] }> {
  const version: Version = {
    migrations: readMigrations(join(dir, "migrations")),
    functions: functions.readFunctions(join(dir, "functions")),
  };
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: "stoa migrate" });
  await client.connect();
  try {
    const { pending, functionsDue } = workOf(
      version,
      await readApplied(client).catch(nothingWhenMissing([])),
      await functions.readRecordedFunctions(client).catch(nothingWhenMissing(null)),
    );
    if (!apply && pending.length > 0)
      throw new StartError(
        `The database lacks the migration${pending.length > 1 ? "s" : ""} ${pending.map(({ name }) => name).join(", ")}, and MIGRATE is off. Start once with MIGRATE=on.`,
      );
    if (!apply && functionsDue)
      throw new StartError(
        "The SQL functions of the database are those of another version, and MIGRATE is off. Start once with MIGRATE=on.",
      );
    const applied: string[] = [];
    if (pending.length === 0 && !functionsDue) return { applied };
    for (;;) {
      const done = await applyNext(client, version);
      if (done === undefined) return { applied };
      if (done === "functions") {
        log.info({ revision: version.functions.revision }, "SQL functions made.");
        continue;
      }
      applied.push(done.migration);
      log.info(done, "Migration applied.");
    }
  } finally {
    await client.end();
  }
}
