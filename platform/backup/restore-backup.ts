import { createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as pg from "pg";
import { readMigrations, type Migration } from "../db/migrate.ts";
import * as functions from "../db/sql-functions.ts";
import { StartError } from "../lifecycle-error.ts";
import { copyIn } from "./copy-stream.ts";
import { readBackup, type End, type Part, type Start } from "./parts.ts";
import { columnsOf, exactly, openForFilling, quoted, refuseFilled, setSequences } from "./tables.ts";

export interface RestoreTo {
  /** Owner of an empty database. */
  readonly databaseUrl: string;
  /** The folder of the SQL files (db/). */
  readonly sqlFolder: string;
  /** The data folder, and which folders below it a backup fills. */
  readonly dataDir: string;
  readonly folders: readonly string[];
  /** Statements that make what was under way at the backup go on. */
  readonly afterwards: readonly string[];
}

/** The migrations that made the backup's tables, as this program has them. Throws a StartError when it does not. */
function migrationsOf(start: Start, sqlFolder: string, file: string): Migration[] {
  const known = new Map(readMigrations(join(sqlFolder, "migrations")).map((one) => [one.name, one]));
  return start.database.migrations.map(({ name, sha256 }) => {
    const found = known.get(name);
    if (!found)
      throw new StartError(
        `${file} was made by a newer Stoa (${start.version}, migration ${name}). Restore it with that version or a later one.`,
      );
    if (found.sha256 !== sha256)
      throw new StartError(`The migration ${name} of ${file} is another one than this Stoa has. Nothing was restored.`);
    return found;
  });
}

/** Reads a backup to its end and compares its checksum, and its version with this program's. Changes nothing. Throws a StartError with one sentence. */
export async function checkBackup(
  file: string,
  { sqlFolder, folders }: Pick<RestoreTo, "sqlFolder" | "folders">,
): Promise<{ start: Start; end: End }> {
  return readBackup(file, folders, (start) => {
    migrationsOf(start, sqlFolder, file);
    return async ({ content }) => {
      for await (const _ of content);
    };
  });
}

/**
 * Fills an empty database and the folders of an empty data folder from a backup. The database is filled in one transaction, which is committed when the
 * last byte was read and the checksum was right: on any error it is as empty as before. What was written into the folders is left to the caller.
 */
export async function restoreBackup(file: string, to: RestoreTo): Promise<{ start: Start; end: End }> {
  const client = new pg.Client({ connectionString: to.databaseUrl, connectionTimeoutMillis: 10_000, application_name: "stoa restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(`begin; ${exactly}`);
    await refuseFilled(client);
    let back: string[] = [];
    const rows = new Map<string, number>();
    const madeFolders = new Set<string>();
    const read = await readBackup(file, to.folders, async (start) => {
      await makeTables(client, migrationsOf(start, to.sqlFolder, file), to.sqlFolder);
      back = await openForFilling(client);
      const columns = new Map(start.database.tables.map((table) => [table.name, table.columns]));
      return async (part) => {
        if (part.isFile) await writeFileOf(part, to.dataDir, madeFolders);
        else {
          const statement = `copy ${quoted(part.of)} (${columnsOf(columns.get(part.of) ?? [])}) from stdin`;
          rows.set(part.of, (rows.get(part.of) ?? 0) + (await fill(client, statement, part)));
        }
      };
    });
    for (const [table, count] of Object.entries(read.end.rows))
      if ((rows.get(table) ?? 0) !== count) throw new StartError(`${file} lacks rows of ${table}. Nothing was restored.`);
    await setSequences(client, read.start.database.sequences);
    for (const statement of [...back, ...to.afterwards]) await client.query(statement);
    for (const folder of madeFolders) await syncFolder(folder);
    await client.query("commit");
    // Without them the first pages would be slow until the server looks by itself.
    await client.query("analyze");
    return read;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes the tables of these migrations, in the caller's transaction. The start makes the functions, and applies the migrations after these. */
async function makeTables(client: pg.Client, migrations: readonly Migration[], sqlFolder: string) {
  await client.query(
    "create table public.schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  await functions.makeFunctionRecord(client);
  await functions.applyForTables(client, functions.readFunctions(join(sqlFolder, "functions")));
  for (const { name, sql, sha256 } of migrations) {
    await client.query(sql);
    await client.query("insert into public.schema_migrations (name, sha256) values ($1, $2)", [name, sha256]);
  }
}

/** Writes the rows of a part. Returns how many there were. */
async function fill(client: pg.Client, statement: string, part: Part): Promise<number> {
  let rows = 0;
  await copyIn(
    client,
    statement,
    (async function* () {
      for await (const piece of part.content) {
        for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows += 1;
        yield piece;
      }
    })(),
  );
  return rows;
}

async function writeFileOf({ of, path, content }: Part, dataDir: string, madeFolders: Set<string>) {
  const at = join(dataDir, of, path);
  for (let folder = dirname(at); folder !== dataDir && !madeFolders.has(folder); folder = dirname(folder)) madeFolders.add(folder);
  await mkdir(dirname(at), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(at, { flags: "wx", mode: 0o600, flush: true }));
}

async function syncFolder(path: string) {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
