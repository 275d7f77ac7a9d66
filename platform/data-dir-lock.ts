// Locks on the data folder that the operating system drops when their process dies, however it dies. Node has no flock, but the
// SQLite in it locks a file with fcntl: no stale lock files, no process ids to be reused, and it holds between containers that
// share the folder (docs/decisions/002-database-supervisor.md).
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { dataDirError } from "./data-dir.ts";
import { StartError } from "./lifecycle-error.ts";

export interface Lock {
  /** Gives the lock back. Harmless when repeated. */
  release(): void;
}

/** SQLITE_BUSY, the primary code in the low byte. */
const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/**
 * Takes a lock on `file` at once, or answers undefined when somebody holds one that excludes it: `exclusive` shares with nobody,
 * `shared` with other shared ones.
 */
export function tryLock(file: string, kind: "exclusive" | "shared"): Lock | undefined {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file);
    // Reading inside a transaction keeps the shared lock until the transaction ends. Nothing is ever written: the file stays empty.
    connection.exec(kind === "exclusive" ? "begin exclusive" : "begin; select * from sqlite_master");
  } catch (error) {
    connection?.close();
    if (isBusy(error)) return undefined;
    const code = ((error as { errcode?: number }).errcode ?? 0) % 256;
    // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN; SQLITE_FULL.
    const known = code === 3 || code === 8 || code === 14 ? "EACCES" : code === 13 ? "ENOSPC" : undefined;
    throw known ? dataDirError({ code: known }, file) : error;
  }
  const open = connection;
  return {
    release() {
      if (open.isOpen) open.close();
    },
  };
}

/** Waits for the exclusive lock on `file`, at most `seconds`; then a StartError. */
export async function waitForLock(file: string, seconds: number): Promise<Lock> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const lock = tryLock(file, "exclusive");
    if (lock) return lock;
    if (Date.now() > deadline)
      throw new StartError(`Another process has been starting or stopping the database for ${seconds} seconds (${file}).`);
    await wait(50);
  }
}
