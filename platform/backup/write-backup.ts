import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { dirname, join, relative } from "node:path";
import { createGzip } from "node:zlib";
import * as pg from "pg";
import { saysDiskFull } from "../data-dir.ts";
import { StartError } from "../lifecycle-error.ts";
import { copyOut } from "./copy-stream.ts";
import { checksum, endName, formNumber, startName, type End, type Start } from "./parts.ts";
import { columnsOf, exactly, openTables, quoted } from "./tables.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

/** A folder of stored files, and which of them the database names. */
export interface KeptFolder {
  readonly name: string;
  readonly folder: string;
  /**
   * A statement with one column `path`: what is named, below the folder. A folder that is named stands for all files in it. `has`: whether the database has a
   * table, which one of an older version may not.
   */
  readonly named: (has: (table: string) => boolean) => string;
  /** Where the file is when somebody removed it after the database was read; undefined where there is none. */
  readonly removed?: (path: string) => string;
}

export interface BackupOf {
  readonly databaseUrl: string;
  readonly folders: readonly KeptFolder[];
  /** Tables whose rows are not kept. */
  readonly leftOut: readonly string[];
  readonly product: string;
  readonly version: string;
}

/**
 * Writes a backup to a new file that only this user may read. The database is read in one snapshot, then the files that it names; stored files never
 * change. Returns the counts. On any error no file is left.
 */
export async function writeBackup(file: string, of: BackupOf): Promise<End> {
  const making = `${file}.part`;
  const client = new pg.Client({ connectionString: of.databaseUrl, connectionTimeoutMillis: 10_000, application_name: "stoa backup" });
  client.on("error", () => undefined);
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    if (await stat(file).catch(() => null)) throw new StartError(`${file} is there already. Name another file.`);
    handle = await open(making, "wx", 0o600);
    const end = await write(handle, client, of);
    await handle.sync();
    await handle.close();
    handle = undefined;
    await rename(making, file);
    const folder = await open(dirname(file), "r");
    await folder.sync().finally(() => folder.close());
    return end;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EEXIST") throw new StartError(`${making} is left of a backup that was broken off, or of one under way. Remove it first.`);
    if (handle) {
      await handle.close().catch(() => undefined);
      await rm(making, { force: true });
    }
    if (saysDiskFull(error)) throw new StartError(`The disk that holds ${file} is full. Nothing was kept of the backup.`);
    if (code === "ENOENT" && !handle) throw new StartError(`${dirname(file)} is not there. Name a file in a folder that is.`);
    if (code === "EACCES" && !handle) throw new StartError(`${dirname(file)} may not be written to.`);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function write(handle: Awaited<ReturnType<typeof open>>, client: pg.Client, of: BackupOf): Promise<End> {
  // Level 1: media and packages are compressed already.
  const packed = createGzip({ level: 1, chunkSize: 256 * 1024 });
  const written = (async () => {
    for await (const piece of packed as AsyncIterable<Buffer>) await handle.writeFile(piece);
  })();
  // An error of the disk also ends what waits for room in the stream.
  written.catch((error: Error) => packed.destroy(error));
  const put = async (bytes: Buffer) => {
    if (!packed.write(bytes)) await Promise.race([once(packed, "drain"), written]);
  };
  const sum = checksum();
  const part = async (name: string, bytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    sum.opens(name, bytes);
    await put(tarHeader(name, bytes));
    let left = bytes;
    for await (const piece of content) {
      left -= piece.length;
      sum.takes(piece);
      await put(piece);
    }
    if (left !== 0) throw new Error(`${name} changed while it was read.`);
    await put(tarPadding(bytes));
  };

  await client.connect();
  await client.query(`begin isolation level repeatable read read only; ${exactly}`);
  const database = await openTables(client, of.leftOut);
  const start: Start = { form: formNumber, product: of.product, version: of.version, madeAt: new Date().toISOString(), database };
  const first = Buffer.from(JSON.stringify(start, null, 1));
  await part(startName, first.length, [first]);

  const rows: Record<string, number> = {};
  for (const { name, columns } of database.tables) {
    let nth = 0;
    rows[name] = 0;
    for await (const piece of copyOut(client, `copy ${quoted(name)} (${columnsOf(columns)}) to stdout`)) {
      // A line break in a value is written as two signs, so each one ends a row.
      for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows[name] += 1;
      nth += 1;
      await part(`database/${name}/${String(nth).padStart(6, "0")}.copy`, piece.length, [piece]);
    }
  }
  const files: Record<string, number> = {};
  const missing: string[] = [];
  for (const folder of of.folders) {
    files[folder.name] = 0;
    const statement = folder.named((table) => database.tables.some(({ name }) => name === table));
    await client.query(`declare named no scroll cursor for ${statement}`);
    for (;;) {
      const { rows: named } = await client.query<{ path: string }>("fetch 1000 from named");
      if (named.length === 0) break;
      for (const { path } of named) {
        const found = await findFile(folder, path);
        if (found === null) missing.push(`${folder.name}/${path}`);
        else
          for await (const one of filesOf(found, path)) {
            await part(`${folder.name}/${one.path}`, one.bytes, createReadStream(one.at, { end: Math.max(one.bytes - 1, 0) }));
            files[folder.name] = (files[folder.name] ?? 0) + 1;
          }
      }
    }
    await client.query("close named");
  }
  await client.query("commit");

  const end: End = { rows, files, missing, bytes: sum.bytes(), sha256: sum.sha256() };
  const last = Buffer.from(JSON.stringify(end, null, 1));
  await put(tarHeader(endName, last.length));
  await put(last);
  await put(tarPadding(last.length));
  await put(tarEnd);
  packed.end();
  await written;
  return end;
}

/** Where what stands at a path below the folder is found now; null when it is nowhere. */
async function findFile(kept: KeptFolder, path: string): Promise<{ at: string; bytes: number; isFile: boolean } | null> {
  for (const at of [join(kept.folder, path), kept.removed?.(path)]) {
    const found = at === undefined ? null : await stat(at).catch(() => null);
    if (at !== undefined && found) return { at, bytes: found.size, isFile: found.isFile() };
  }
  return null;
}

/** The file that was found, or all files in the folder that was found. */
async function* filesOf(
  found: { at: string; bytes: number; isFile: boolean },
  path: string,
): AsyncGenerator<{ path: string; at: string; bytes: number }> {
  if (found.isFile) {
    yield { path, at: found.at, bytes: found.bytes };
    return;
  }
  for (const entry of await readdir(found.at, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const at = join(entry.parentPath, entry.name);
    yield { path: join(path, relative(found.at, at)), at, bytes: (await stat(at)).size };
  }
}
