import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as pg from "pg";
import { StartError } from "../lifecycle-error.ts";

interface SqlFile {
  readonly name: string;
  readonly sql: string;
}

/** The SQL functions and views of one version of the program (`db/functions`, docs/decisions/012-migrations-and-functions.md). */
export interface FunctionSet {
  /** When they last changed, as the file REVISION says; orders the versions of the program. Empty when the folder has no REVISION. */
  readonly revision: string;
  /** Checksum of all files together. */
  readonly sha256: string;
  /** Functions that tables and migrations depend on. They refer to no table and are only ever replaced, never dropped. */
  readonly forTables: readonly SqlFile[];
  readonly others: readonly SqlFile[];
}

const filesOf = (dir: string): SqlFile[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((file) => file.endsWith(".sql"))
        .toSorted()
        .map((name) => ({ name, sql: readFileSync(join(dir, name), "utf8") }))
    : [];

/** Reads the functions of a folder, sorted by name. A missing folder counts as empty. */
export function readFunctions(dir: string): FunctionSet {
  const forTables = filesOf(join(dir, "for-tables"));
  const others = filesOf(dir);
  const sha256 = createHash("sha256")
    .update(JSON.stringify([forTables, others]))
    .digest("hex");
  const file = join(dir, "REVISION");
  return { revision: existsSync(file) ? readFileSync(file, "utf8").trim() : "", sha256, forTables, others };
}

const revisionOf = (now: Date, sha256: string) => `${now.toISOString().slice(0, 19)}Z ${sha256.slice(0, 16)}`;

/** Whether REVISION was written for the current content of the files. */
export const isStamped = ({ revision, sha256 }: FunctionSet) => revision.endsWith(` ${sha256.slice(0, 16)}`);

/** Updates REVISION when the functions of a folder have changed since it was written; the new time is always later. True when it wrote. */
export function stampFunctions(dir: string): boolean {
  const set = readFunctions(dir);
  if (isStamped(set)) return false;
  const before = Date.parse(set.revision.split(" ")[0] ?? "") || 0;
  writeFileSync(join(dir, "REVISION"), `${revisionOf(new Date(Math.max(Date.now(), before + 1000)), set.sha256)}\n`);
  return true;
}

/** What a database has recorded about its functions. */
export interface RecordedFunctions {
  readonly revision: string;
  /** Empty when a migration was applied since: it may have dropped some, so all are created again. */
  readonly sha256: string;
  /** The objects to drop before creating them again, such as `view public.standing` or `routine public.marks(integer)`. */
  readonly made: readonly string[];
}

/** Creates the table of this record when it is missing. */
export const makeFunctionRecord = (client: pg.Client) =>
  client.query(
    "create table if not exists public.schema_functions (revision text not null, sha256 text not null, made text[] not null, applied_at timestamptz not null default now())",
  );

/** Reads the record; null before any functions were created. Fails when the record's table is missing. */
export const readRecordedFunctions = async (client: pg.Client): Promise<RecordedFunctions | null> =>
  (await client.query<RecordedFunctions>("select revision, sha256, made from public.schema_functions")).rows[0] ?? null;

/** Marks the functions as out of date. Called with each migration, so that views and functions are created again after it. */
export const functionsAreDue = (client: pg.Client) => client.query("update public.schema_functions set sha256 = ''");

/** Whether the functions have to be created; throws a StartError when the database has those of a newer version of the program. */
export function isDue(set: FunctionSet, recorded: RecordedFunctions | null): boolean {
  if (recorded === null) return set.others.length + set.forTables.length > 0;
  if (recorded.revision > set.revision)
    throw new StartError(
      `The SQL functions of this database were made by a newer Stoa (${recorded.revision.split(" ")[0]}). Start that version, or restore a backup.`,
    );
  return recorded.sha256 !== set.sha256 || recorded.revision !== set.revision;
}

const lockNotAvailable = "55P03";

async function run(client: pg.Client, { name, sql }: SqlFile) {
  await client.query(sql).catch((error: pg.DatabaseError) => {
    throw new StartError(
      error.code === lockNotAvailable
        ? `The SQL functions of ${name} waited 3 seconds for something that is in use. Nothing was changed; start again when the database is quieter.`
        : `The SQL functions of ${name} could not be made and nothing was changed: ${error.message}${error.position ? ` (at character ${error.position})` : ""}.`,
    );
  });
}

/** Creates the functions that tables and migrations depend on. Safe to repeat. Runs inside the caller's transaction. */
export async function applyForTables(client: pg.Client, set: FunctionSet) {
  for (const file of set.forTables) await run(client, file);
}

/** Drops the recorded functions and views, creates those of the set and records them. Runs inside the caller's transaction. */
export async function applyFunctions(client: pg.Client, set: FunctionSet, recorded: RecordedFunctions | null) {
  await applyForTables(client, set);
  for (const kind of ["view", "routine"]) {
    const names = (recorded?.made ?? []).filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1));
    // One DROP statement for all, so that dependencies between them do not matter.
    if (names.length > 0) await run(client, { name: "before", sql: `drop ${kind} if exists ${names.join(", ")}` });
  }
  const before = new Set(await listObjects(client));
  for (const file of set.others) await run(client, file);
  const made = (await listObjects(client)).filter((one) => !before.has(one));
  await client.query("delete from public.schema_functions");
  await client.query("insert into public.schema_functions (revision, sha256, made) values ($1, $2, $3)", [set.revision, set.sha256, made]);
}

/** The views and routines of the schema, in the form that `drop` takes. */
async function listObjects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('view public.%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     union all
     select format('routine public.%I(%s)', proname, pg_get_function_identity_arguments(oid)) from pg_proc
      where pronamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}
