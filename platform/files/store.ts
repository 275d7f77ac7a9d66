import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { saysDiskFull } from "../data-dir.ts";
import { tryLock } from "../data-dir-lock.ts";
import { refused } from "../errors.ts";
import { StartError } from "../lifecycle-error.ts";
import { openPrivateFolder } from "./private-folder.ts";

/** What is known of stored bytes: the key that features keep, the length, and the SHA-256 in hex. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Positions of the first and the last byte, both inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where uploaded bytes live. Features keep keys and never see a path, so another store (such as S3) could replace it. */
export interface FileStore {
  /** Where it lies. */
  readonly folder: string;
  /**
   * Stores bytes durably before it resolves. Throws 413 past maxBytes and 507 when the disk is full, and leaves nothing behind then. A caller that
   * records the key first passes one from newKey() as `key`: if the process dies during the upload, the leftover can be found and removed by it.
   */
  put(data: Readable | Uint8Array, options?: { readonly maxBytes?: number; readonly key?: string }): Promise<StoredFile>;
  /** A key for a later put; never used twice. */
  newKey(): string;
  /** Streams stored bytes, all or a range; rejects when nothing is stored under the key. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Length in bytes of what is stored under the key; null when nothing is. */
  stat(key: string): Promise<{ readonly bytes: number } | null>;
  /** Deletes the bytes under the key, half-written ones too; no error when there are none. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f]{64}$/;
/** Where the bytes of a key lie below the store's folder. */
const placeOf = (key: string) => join(key.slice(0, 2), key.slice(2, 4), key);
/** How old the sign of a backup may be, in milliseconds, before its process counts as dead. */
const backupSilence = 60_000;
const backupSign = "backing-up";
const removedFolder = "removed";

/**
 * Tells every process with this store that a backup is being made, until `end`. What is removed meanwhile is put aside, because the database of the backup may
 * still name it: call this before the database is read. `removed` says where.
 */
export async function beginBackup(dir: string): Promise<{ removed(place: string): string; end(): Promise<void> }> {
  const root = resolve(dir);
  const aside = join(root, removedFolder);
  openPrivateFolder(root);
  openPrivateFolder(aside);
  const lock = tryLock(join(root, "backup-lock"), "exclusive");
  if (!lock) throw new StartError("Another backup of this data folder is being made.");
  const sign = join(root, backupSign);
  const write = () => writeFile(sign, String(process.pid), { mode: 0o600 });
  await write();
  const living = setInterval(() => void write().catch(() => undefined), backupSilence / 6);
  living.unref();
  return {
    removed: (place) => join(aside, basename(place)),
    async end() {
      clearInterval(living);
      await rm(sign, { force: true });
      await rm(aside, { recursive: true, force: true });
      lock.release();
    },
  };
}

const newKey = () => randomBytes(32).toString("hex");
const DAY = 86_400_000;

/**
 * A store in a local folder, which is created when missing and closed to every other user of the machine. Every put gets a random key of its own,
 * so removing one file can never delete the bytes of another with the same content.
 */
export function openFileStore(dir: string): FileStore {
  const root = resolve(dir);
  const incoming = join(root, "incoming");
  openPrivateFolder(root);
  openPrivateFolder(incoming);
  void dropAbandoned(incoming);
  // Of a backup that was killed.
  void dropAbandoned(join(root, removedFolder), "ctimeMs");

  const pathOf = (key: string) => {
    // The only way from a key to a path: nothing but a valid key reaches the file system (security.md #84).
    if (!KEY.test(key)) throw new Error("Not a key of the file store.");
    return join(root, placeOf(key));
  };

  return {
    folder: root,
    newKey,

    async put(data, { maxBytes = Number.POSITIVE_INFINITY, key = newKey() } = {}) {
      const target = pathOf(key);
      const temporary = join(incoming, key);
      try {
        const { bytes, sha256 } = await writeDurably(temporary, data, maxBytes);
        await makeDurableFolder(root, dirname(target));
        await rename(temporary, target);
        await syncFolder(dirname(target));
        return { key, bytes, sha256 };
      } catch (error) {
        await rm(temporary, { force: true });
        if (saysDiskFull(error)) throw refused(507, "disk_full", "There is no room left for this file. Tell whoever runs this server.");
        throw error;
      }
    },

    async open(key, range) {
      const handle = await open(pathOf(key), "r");
      return createReadStream("", { fd: handle, ...range });
    },

    async stat(key) {
      try {
        return { bytes: (await stat(pathOf(key))).size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },

    async remove(key) {
      const path = pathOf(key);
      const sign = await stat(join(root, backupSign)).catch(() => null);
      if (sign && Date.now() - sign.mtimeMs < backupSilence) await rename(path, join(root, removedFolder, key)).catch(unlessGone);
      await rm(path, { force: true });
      await rm(join(incoming, key), { force: true });
    },
  };
}

/** Nothing where there is nothing to put aside, or no backup any more. */
function unlessGone(error: NodeJS.ErrnoException) {
  if (error.code !== "ENOENT") throw error;
}

/** Writes everything and syncs it to disk; counts and hashes on the way. */
async function writeDurably(path: string, data: Readable | Uint8Array, maxBytes: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of data instanceof Uint8Array ? [data] : data) {
      const piece = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw refused(413, "too_large", "This is larger than Stoa accepts here.");
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Creates a folder below root so that it survives a power cut: every folder that got a new entry is synced. */
async function makeDurableFolder(root: string, folder: string) {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) === undefined) return;
  for (let at = folder; at !== root;) {
    at = dirname(at);
    await syncFolder(at);
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what a killed process left: uploads half written, and what was put aside for a backup. Neither takes a day, so those of other processes are kept. */
async function dropAbandoned(incoming: string, since: "mtimeMs" | "ctimeMs" = "mtimeMs") {
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    // A file that cannot be removed now is tried again at the next start; it must not stop this one.
    if (found && Date.now() - found[since] > DAY) await rm(path, { force: true }).catch(() => undefined);
  }
}
