// What a backup consists of: one compressed tar archive, so that any machine can look inside.
//
//   backup.json                    what the backup is: form, version, migrations, tables
//   database/<table>/000001.copy   rows in PostgreSQL's text form, in pieces
//   files/…, packages/…            the folders of the data folder
//   end.json                       counts, and a checksum of all that stands before it
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { createHash, type Hash } from "node:crypto";
import * as z from "zod/mini";
import { StartError } from "../lifecycle-error.ts";
import { BrokenArchive, readTar, type TarEntry } from "./tar.ts";
import { DatabasePart } from "./tables.ts";

export const startName = "backup.json";
export const endName = "end.json";

/** The form of the archive. One that this program does not know is refused. */
export const formNumber = 1;

export const Start = z.object({
  form: z.literal(formNumber),
  product: z.string(),
  version: z.string(),
  madeAt: z.string(),
  database: DatabasePart,
});
export type Start = z.infer<typeof Start>;

export const End = z.object({
  /** Rows of each table. */
  rows: z.record(z.string(), z.int()),
  /** Files of each folder. */
  files: z.record(z.string(), z.int()),
  /** Files that the database names and that were not there. */
  missing: z.array(z.string()),
  bytes: z.int(),
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

/** The checksum over names, lengths and contents. */
export function checksum() {
  const hash: Hash = createHash("sha256");
  let bytes = 0;
  return {
    opens: (name: string, length: number) => void hash.update(`${name}\0${length}\0`),
    takes(piece: Buffer) {
      hash.update(piece);
      bytes += piece.length;
    },
    bytes: () => bytes,
    sha256: () => hash.digest("hex"),
  };
}

const altered = (file: string) => new StartError(`${file} is not a whole backup: it was cut off or changed. Nothing was restored.`);

/** One file of a backup, with where it belongs. */
export interface Part {
  readonly isFile: boolean;
  /** The table, or the folder. */
  readonly of: string;
  /** The path below the folder; empty for a table. */
  readonly path: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Where a name of the archive belongs; null for one that no backup holds. A path never leads out of its folder. */
function placeOf(name: string, start: Start, folders: readonly string[]): Pick<Part, "isFile" | "of" | "path"> | null {
  const [top = "", ...rest] = name.split("/");
  if (rest.some((segment) => segment === "" || segment === "." || segment === ".." || segment.includes("\0"))) return null;
  if (top === "database") {
    const [table = "", piece = ""] = rest;
    const isKnown = start.database.tables.some((one) => one.name === table);
    return isKnown && rest.length === 2 && /^\d{6,12}\.copy$/.test(piece) ? { isFile: false, of: table, path: "" } : null;
  }
  return folders.includes(top) && rest.length > 0 ? { isFile: true, of: top, path: rest.join("/") } : null;
}

/**
 * Reads a backup from its first byte to its last. `open` gets what it says about itself and returns what takes each part; parts come in the order of the
 * archive. Resolves with the counts once everything was there and unchanged. Throws a StartError otherwise.
 */
export async function readBackup(
  file: string,
  folders: readonly string[],
  open: (start: Start) => Promise<(part: Part) => Promise<void>> | ((part: Part) => Promise<void>),
): Promise<{ start: Start; end: End }> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const plain = createGunzip({ chunkSize: 256 * 1024 });
  source.on("error", (error) => plain.destroy(error));
  source.pipe(plain);
  const sum = checksum();
  let start: Start | undefined;
  let end: End | undefined;
  let take: ((part: Part) => Promise<void>) | undefined;
  try {
    for await (const entry of readTar(plain)) {
      if (end) throw new BrokenArchive("Something follows the end.");
      if (entry.name === endName) {
        end = End.parse(JSON.parse((await whole(entry)).toString("utf8")));
        if (end.sha256 !== sum.sha256()) throw new BrokenArchive("The checksum differs.");
        continue;
      }
      sum.opens(entry.name, entry.bytes);
      if (!start) {
        if (entry.name !== startName) throw new BrokenArchive("It does not begin as a backup.");
        start = await readStart(entry, sum.takes, file);
        take = await open(start);
        continue;
      }
      const place = placeOf(entry.name, start, folders);
      if (!place) throw new BrokenArchive("It holds something else.");
      await take?.({ ...place, bytes: entry.bytes, content: passing(entry.content, sum.takes) });
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code = "" } = error as { code?: string };
    if (code === "ENOENT") throw new StartError(`There is no file ${file}.`);
    if (code === "EACCES" || code === "EISDIR") throw new StartError(`${file} cannot be read.`);
    // Z_…: what was compressed does not unpack.
    if (error instanceof BrokenArchive || error instanceof SyntaxError || error instanceof z.core.$ZodError || code.startsWith("Z_"))
      throw altered(file);
    throw error;
  } finally {
    source.destroy();
    plain.destroy();
  }
  if (!start || !end) throw altered(file);
  return { start, end };
}

async function readStart(entry: TarEntry, takes: (piece: Buffer) => void, file: string): Promise<Start> {
  const bytes = await whole(entry);
  takes(bytes);
  const said = JSON.parse(bytes.toString("utf8")) as { form?: unknown; version?: unknown };
  if (typeof said.form === "number" && said.form > formNumber)
    throw new StartError(`${file} was made by a newer Stoa (${String(said.version)}). Restore it with that version or a later one.`);
  return Start.parse(said);
}

/** The content of a small file. */
async function whole({ bytes, content }: TarEntry): Promise<Buffer> {
  if (bytes > 64 * 1024 * 1024) throw new BrokenArchive("It is too large.");
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* passing(content: AsyncIterable<Buffer>, takes: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    takes(piece);
    yield piece;
  }
}
