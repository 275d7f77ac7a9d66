import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { openPrivateFolder } from "#platform/files/private-folder.ts";
import { caseKey, storedPath } from "./import/stored-path.ts";

/** The folder of one upload or import in progress. When its process dies, a later start finds the folder and cleans up. */
export interface Staging {
  /** Where to write the archive. */
  readonly zipPath: string;
  /** An empty folder for the package's files. */
  readonly filesDir: string;
  /** Stores what is needed to undo interrupted work; durable when it resolves. */
  note(facts: StagingNote): Promise<void>;
  /** Removes the folder with everything still in it. */
  discard(): Promise<void>;
  /** Leaves the folder for the next sweep, which decides by its note. */
  leave(): void;
}

/** What was about to happen; undone when the database has no record of it. */
export interface StagingNote {
  readonly portalId: number;
  readonly courseId: number;
  readonly userId: number;
  readonly packageKey?: string;
  readonly fileKey?: string;
}

/** A staging folder whose process has ended. */
export interface Abandoned {
  readonly note: StagingNote | null;
  discard(): Promise<void>;
}

/** The folders of extracted packages. Features keep keys; only `resolve` returns a path, and only of a file inside the package. */
export interface PackageStore {
  stage(): Promise<Staging>;
  /** A key for a new package; never used twice. */
  newKey(): string;
  /** Moves staged files to their place under the key; durable when it resolves. */
  publish(staging: Staging, key: string): Promise<void>;
  /** Whether something is such a key. */
  isKey(key: string): boolean;
  /** Removes a package; no error when there is none. */
  remove(key: string): Promise<void>;
  /** The absolute path of a package's file for a decoded path, in another case if exactly one file matches; null when there is none. */
  resolve(key: string, path: string): Promise<string | null>;
  /** The free space of the disk that holds the packages. */
  room(): Promise<{ bavail: number; bsize: number; blocks: number }>;
  abandoned(): Promise<Abandoned[]>;
}

const KEY = /^[0-9a-f]{32}$/;
const STAGING = /^([0-9a-f]{8})\.(\d{1,10})\.([0-9a-f]{16})$/;
const NOTE = "note.json";
const DAY = 86_400_000;
/** Staging folders of this process, which are not abandoned. */
const active = new Set<string>();

/** A store in a local folder, created when missing, that only the server's user may enter. All of it is on one disk, so that publishing is one rename. */
export function openPackageStore(dir: string): PackageStore {
  const root = resolve(dir);
  const stagingRoot = join(root, ".staging");
  openPrivateFolder(root);
  openPrivateFolder(stagingRoot);
  const host = Buffer.from(hostname()).toString("hex").slice(-8).padStart(8, "0");

  const folderOf = (key: string) => {
    if (!KEY.test(key)) throw new Error("Not a key of the package store.");
    return join(root, key);
  };
  const discard = async (name: string) => {
    await rm(join(stagingRoot, name), { recursive: true, force: true });
    active.delete(name);
  };

  return {
    newKey: () => randomBytes(16).toString("hex"),
    isKey: (key) => KEY.test(key),

    async stage() {
      const name = `${host}.${process.pid}.${randomBytes(8).toString("hex")}`;
      active.add(name);
      const folder = join(stagingRoot, name);
      const filesDir = join(folder, "files");
      try {
        await mkdir(folder, { mode: 0o700 });
        await mkdir(filesDir, { mode: 0o700 });
      } catch (error) {
        await discard(name);
        throw error;
      }
      return {
        zipPath: join(folder, "package.zip"),
        filesDir,
        async note(facts) {
          const fresh = join(folder, `${NOTE}.new`);
          const handle = await open(fresh, "w", 0o600);
          try {
            await handle.writeFile(JSON.stringify(facts));
            await handle.sync();
          } finally {
            await handle.close();
          }
          await rename(fresh, join(folder, NOTE));
          await syncFolder(folder);
        },
        discard: () => discard(name),
        leave: () => void active.delete(name),
      };
    },

    async publish(staging, key) {
      await syncFolder(staging.filesDir);
      await rename(staging.filesDir, folderOf(key));
      await syncFolder(root);
    },

    async remove(key) {
      await rm(folderOf(key), { recursive: true, force: true });
    },

    async resolve(key, path) {
      const names = namesOf(path);
      if (names === null) return null;
      let at = folderOf(key);
      const exact = join(at, ...names);
      if (await isFile(exact)) return exact;
      for (const name of names) {
        const found = await onlyMatch(at, name);
        if (found === null) return null;
        at = join(at, found);
      }
      return (await isFile(at)) ? at : null;
    },

    room: () => statfs(root),

    async abandoned() {
      const found: Abandoned[] = [];
      for (const name of await readdir(stagingRoot).catch((): string[] => [])) {
        if (active.has(name) || !(await isAbandoned(join(stagingRoot, name), name, host))) continue;
        const note = await readFile(join(stagingRoot, name, NOTE), "utf8").then(
          (text) => JSON.parse(text) as StagingNote,
          () => null,
        );
        found.push({ note, discard: () => discard(name) });
      }
      return found;
    },
  };
}

/** The names of a path inside a package as they are stored; null for an invalid path. */
function namesOf(path: string): string[] | null {
  if (path.includes("\0") || path.includes("\\")) return null;
  const names = storedPath(path)
    .split("/")
    .filter((name) => name !== "");
  return names.length === 0 || names.includes("..") || names.includes(".") ? null : names;
}

const isFile = (path: string) =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The one entry of a folder whose name differs only in case; null when there is none or several. */
async function onlyMatch(folder: string, name: string): Promise<string | null> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(name)) return name;
  const same = names.filter((each) => caseKey(each) === caseKey(name));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** Whether its process is gone: one of this machine that no longer runs, or any that has been inactive for a day. */
async function isAbandoned(path: string, name: string, host: string): Promise<boolean> {
  const [, owner, pid] = STAGING.exec(name) ?? [];
  if (owner === host && pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true;
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > DAY;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
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
