// Locks on the data folder that the operating system releases when their process ends, however it ends. Node has no flock, but its built-in
// SQLite locks files with fcntl: there are no stale lock files and no process ids that could be reused, and it works between containers that
// share the folder (docs/decisions/002-database-supervisor.md).
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { dataDirError } from "./data-dir.ts";
import { StartError } from "./lifecycle-error.ts";

export interface Lock {
  /** Releases the lock. Safe to repeat. */
  release(): void;
}

/** Whether the error is SQLITE_BUSY. The low byte holds the primary result code. */
const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/**
 * Takes a lock on `file` without waiting; undefined when another process holds a conflicting one. `exclusive` conflicts with every lock,
 * `shared` only with an exclusive one.
 */
export function tryLock(file: string, kind: "exclusive" | "shared"): Lock | undefined {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file);
    // A read inside a transaction holds the shared lock until the transaction ends. Nothing is ever written: the file stays empty.
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

/** Waits for the exclusive lock on `file`, for at most `seconds`; then throws a StartError. */
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
