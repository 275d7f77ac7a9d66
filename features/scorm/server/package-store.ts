import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { openPrivateFolder } from "#platform/files/private-folder.ts";
import { caseKey, storedPath } from "./import/stored-path.ts";

/** A folder of one upload or import in progress; a process that dies leaves it, and the next start finds it again. */
export interface Staging {
  /** Where the archive may be written. */
  readonly zipPath: string;
  /** Fresh, empty folder for the package's files. */
  readonly filesDir: string;
  /** Keeps what an interrupted piece of work needs to be undone; durable before it answers. */
  note(facts: StagingNote): Promise<void>;
  /** Removes everything of it that is still there. */
  discard(): Promise<void>;
  /** Leaves it as it is for the next sweep to judge by its note. */
  leave(): void;
}

/** What was about to happen: undone when the database knows nothing of it. */
export interface StagingNote {
  readonly portalId: number;
  readonly courseId: number;
  readonly userId: number;
  readonly packageKey?: string;
  readonly fileKey?: string;
}

/** A staging folder whose process is gone. */
export interface Abandoned {
  readonly note: StagingNote | null;
  discard(): Promise<void>;
}

/** The folders of extracted packages. Features keep keys; only `resolve` gives a path, and only of a file inside the package. */
export interface PackageStore {
  stage(): Promise<Staging>;
  /** A key for a package to come; never used twice. */
  newKey(): string;
  /** Moves staged files in place under the key, durable before it answers. */
  publish(staging: Staging, key: string): Promise<void>;
  /** Forgets a package; no error when there is none. */
  remove(key: string): Promise<void>;
  /** Absolute path of a file of the package for a decoded path, in another case too where one file fits; null when there is none. */
  resolve(key: string, path: string): Promise<string | null>;
  /** Room of the disk the packages live on. */
  room(): Promise<{ bavail: number; bsize: number; blocks: number }>;
  abandoned(): Promise<Abandoned[]>;
}

const KEY = /^[0-9a-f]{32}$/;
const STAGING = /^([0-9a-f]{8})\.(\d{1,10})\.([0-9a-f]{16})$/;
const NOTE = "note.json";
const DAY = 86_400_000;
/** Staging folders of this very process, which are not abandoned. */
const active = new Set<string>();

/** A store in a folder of this machine, made when missing, which nobody but the user of the server may enter. Everything of it lies on one disk, so that publishing is one rename. */
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

/** The names of a path inside a package as they are stored; null when it is none. */
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

/** The entry of a folder that means the same in another case; null when none does or several do. */
async function onlyMatch(folder: string, name: string): Promise<string | null> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(name)) return name;
  const same = names.filter((each) => caseKey(each) === caseKey(name));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** Its process is gone: one of this machine that no longer runs, or any that has done nothing for a day. */
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
