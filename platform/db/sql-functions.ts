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
  /** When they were last changed, as the file REVISION says; it orders versions of the program. Empty where there are none. */
  readonly revision: string;
  /** Of all files together. */
  readonly sha256: string;
  /** What tables and migrations stand on; these name no table and are only ever replaced. */
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

/** Reads the functions of a folder, in the order of their names. One that is not there holds none. */
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

/** Whether REVISION stands for the functions as they are. */
export const isStamped = ({ revision, sha256 }: FunctionSet) => revision.endsWith(` ${sha256.slice(0, 16)}`);

/** Writes REVISION anew when the functions of a folder have changed since; always later than the one before. True when it did. */
export function stampFunctions(dir: string): boolean {
  const set = readFunctions(dir);
  if (isStamped(set)) return false;
  const before = Date.parse(set.revision.split(" ")[0] ?? "") || 0;
  writeFileSync(join(dir, "REVISION"), `${revisionOf(new Date(Math.max(Date.now(), before + 1000)), set.sha256)}\n`);
  return true;
}

/** What a database says of the functions it has. */
export interface RecordedFunctions {
  readonly revision: string;
  /** Empty when a migration was applied since: what it dropped is to be made again. */
  readonly sha256: string;
  /** What to drop before they are made anew, such as `view public.standing` or `routine public.marks(integer)`. */
  readonly made: readonly string[];
}

/** Makes the table of the record where it is missing. */
export const makeFunctionRecord = (client: pg.Client) =>
  client.query(
    "create table if not exists public.schema_functions (revision text not null, sha256 text not null, made text[] not null, applied_at timestamptz not null default now())",
  );

/** What the database says of its functions; null before any were made. Fails when the table of the record is missing. */
export const readRecordedFunctions = async (client: pg.Client): Promise<RecordedFunctions | null> =>
  (await client.query<RecordedFunctions>("select revision, sha256, made from public.schema_functions")).rows[0] ?? null;

/** To be called with each migration: views and functions are made again after it. */
export const functionsAreDue = (client: pg.Client) => client.query("update public.schema_functions set sha256 = ''");

/** Whether the functions of the database are to be made; throws a StartError when they come from a newer version of the program. */
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
        ? `The SQL functions of ${name} waited 10 seconds for something that is in use. Nothing was changed; start again when the database is quieter.`
        : `The SQL functions of ${name} could not be made and nothing was changed: ${error.message}${error.position ? ` (at character ${error.position})` : ""}.`,
    );
  });
}

/** Makes what tables and migrations stand on; harmless when repeated. Inside the caller's transaction. */
export async function applyForTables(client: pg.Client, set: FunctionSet) {
  for (const file of set.forTables) await run(client, file);
}

/** Drops the functions and views that were made before, makes those of the set and records them. Inside the caller's transaction. */
export async function applyFunctions(client: pg.Client, set: FunctionSet, recorded: RecordedFunctions | null) {
  await applyForTables(client, set);
  for (const kind of ["view", "routine"]) {
    const names = (recorded?.made ?? []).filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1));
    // In one statement, so that their order does not matter.
    if (names.length > 0) await run(client, { name: "before", sql: `drop ${kind} if exists ${names.join(", ")}` });
  }
  const before = new Set(await listObjects(client));
  for (const file of set.others) await run(client, file);
  const made = (await listObjects(client)).filter((one) => !before.has(one));
  await client.query("delete from public.schema_functions");
  await client.query("insert into public.schema_functions (revision, sha256, made) values ($1, $2, $3)", [set.revision, set.sha256, made]);
}

/** Views and routines of the schema, as `drop` names them. */
async function listObjects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('view public.%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     union all
     select format('routine public.%I(%s)', proname, pg_get_function_identity_arguments(oid)) from pg_proc
      where pronamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}
