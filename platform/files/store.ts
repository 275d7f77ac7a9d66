import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { saysDiskFull } from "../data-dir.ts";
import { refused } from "../errors.ts";
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

  const pathOf = (key: string) => {
    // The only way from a key to a path: nothing but a valid key reaches the file system (security.md #84).
    if (!KEY.test(key)) throw new Error("Not a key of the file store.");
    return join(root, key.slice(0, 2), key.slice(2, 4), key);
  };

  return {
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
        if (saysDiskFull(error)) throw refused(507, "disk_full", "There is no room left to store this file.");
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
      await rm(pathOf(key), { force: true });
      await rm(join(incoming, key), { force: true });
    },
  };
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

/** Removes uploads that a killed process left half written. No upload takes a day, so uploads of other processes are kept. */
async function dropAbandoned(incoming: string) {
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    // A file that cannot be removed now is tried again at the next start; it must not stop this one.
    if (found && Date.now() - found.mtimeMs > DAY) await rm(path, { force: true }).catch(() => undefined);
  }
}
