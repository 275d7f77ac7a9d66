import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pg from "pg";
import { StartError } from "../lifecycle-error.ts";
import type { Log } from "../log.ts";

export interface Migration {
  /** File name without `.sql`, such as `0003_sessions`. */
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

interface Applied {
  readonly name: string;
  readonly sha256: string;
}

/** The migrations of a folder in order. A file that is not `NNNN_name.sql` and a number used twice are errors. */
export function readMigrations(dir: string): Migration[] {
  const files = readdirSync(dir)
    .filter((file) => file.endsWith(".sql"))
    .toSorted();
  const numbers = new Map<string, string>();
  return files.map((file) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1];
    if (number === undefined) throw new StartError(`The migration ${file} must be named like 0001_name.sql.`);
    const other = numbers.get(number);
    if (other !== undefined) throw new StartError(`The migrations ${other} and ${file} have the same number.`);
    numbers.set(number, file);
    const sql = readFileSync(join(dir, file), "utf8");
    return { name: file.slice(0, -4), sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
}

/** The migrations still to apply; throws a StartError when the database and the files tell different stories. */
function pendingOf(files: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  const newest = files.at(-1)?.name ?? "";
  for (const { name, sha256 } of applied) {
    const file = known.get(name);
    if (file === undefined && name > newest)
      throw new StartError(`This database was made by a newer Stoa (migration ${name}). Start that version, or restore a backup.`);
    if (file === undefined) throw new StartError(`The database has the migration ${name}, whose file is missing.`);
    if (file.sha256 !== sha256)
      throw new StartError(`The migration ${name} was changed after it was applied. Put the file back and add a new migration instead.`);
  }
  const last = applied.at(-1)?.name ?? "";
  const have = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !have.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new StartError(`The migration ${late.name} comes before ${last}, which is already applied. Give it a number after that one.`);
  return pending;
}

// One number for every Stoa database; arbitrary.
const lockKey = 5_707_010_101;
const undefinedTable = "42P01";
const lockNotAvailable = "55P03";

const readApplied = async (client: pg.Client) =>
  (await client.query<Applied>('select name, sha256 from public.schema_migrations order by name collate "C"')).rows;

/**
 * One transaction: takes the lock, looks again, applies the next migration. The lock belongs to the transaction, not to the
 * session, so that it also holds behind PgBouncer. True when one was applied.
 */
async function applyNext(client: pg.Client, files: readonly Migration[]): Promise<string | undefined> {
  await client.query("begin");
  try {
    // Another process may be migrating: its work is waited for. A table in use is not, or every request would queue behind us.
    await client.query(`set local lock_timeout = '10min'; select pg_advisory_xact_lock(${lockKey}); set local lock_timeout = '10s'`);
    await client.query(
      "create table if not exists public.schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const [next] = pendingOf(files, await readApplied(client));
    if (next) {
      await client.query(next.sql).catch((error: unknown) => {
        throw migrationError(next.name, error as pg.DatabaseError);
      });
      await client.query("insert into public.schema_migrations (name, sha256) values ($1, $2)", [next.name, next.sha256]);
    }
    await client.query("commit");
    return next?.name;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

const migrationError = (name: string, error: pg.DatabaseError) =>
  error.code === lockNotAvailable
    ? new StartError(
        `The migration ${name} waited 10 seconds for a table that is in use. Nothing of it was kept; start again when the database is quieter.`,
      )
    : new StartError(
        `The migration ${name} failed and nothing of it was kept: ${error.message}${error.position ? ` (at character ${error.position})` : ""}.`,
      );

/**
 * Applies the plain SQL files of `dir` that the database at `url` lacks, each in a transaction of its own, and records name and
 * checksum in `schema_migrations`. Several processes may call it at once. With `apply: false` it only checks, and a pending
 * migration is an error. Throws a StartError for a newer or different history.
 */
export async function migrate(
  url: string,
  { dir, log, apply = true }: { readonly dir: string; readonly log: Log; readonly apply?: boolean },
): Promise<{ applied: string[] }> {
  const files = readMigrations(dir);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: "stoa migrate" });
  await client.connect();
  try {
    const recorded = await readApplied(client).catch((error: pg.DatabaseError) => {
      if (error.code === undefinedTable) return [];
      throw error;
    });
    const pending = pendingOf(files, recorded);
    if (!apply && pending.length > 0)
      throw new StartError(
        `The database lacks the migration${pending.length > 1 ? "s" : ""} ${pending.map(({ name }) => name).join(", ")}, and MIGRATE is off. Start once with MIGRATE=on.`,
      );
    const applied: string[] = [];
    if (pending.length === 0) return { applied };
    for (;;) {
      const name = await applyNext(client, files);
      if (name === undefined) return { applied };
      applied.push(name);
      log.info({ migration: name }, "Migration applied.");
    }
  } finally {
    await client.end();
  }
}
