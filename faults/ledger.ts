// The harness's own record of what the server acknowledged: one line per fact, on disk before it counts as acknowledged (security.md §5.4).
import { createHash } from "node:crypto";
import { closeSync, fdatasync, openSync, readFileSync, write } from "node:fs";
import { promisify } from "node:util";
import type { CmiFact } from "#features/progress/contract.ts";

/** An acknowledged fact. From `fact` the checker computes what the database must hold; `hash` is the hash of the same. */
export interface Acknowledged {
  readonly attempt: number;
  readonly client: string;
  readonly epoch: number;
  readonly seq: number;
  readonly hash: string;
  readonly fact: CmiFact;
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};

/** Hash of a fact's content, independent of the order of its elements. The database stores it without `kind` and `calls`, and adds `seconds`. */
export function hashOf({ scoKey, session, values, fresh, ended }: Omit<CmiFact, "kind" | "calls">): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted({ scoKey, session, values, fresh, ended })))
    .digest("hex")
    .slice(0, 32);
}

export interface Ledger {
  readonly path: string;
  /** Resolves when the lines are on disk. */
  record(facts: readonly Omit<Acknowledged, "hash">[]): Promise<void>;
  /** Everything recorded, read back from disk. */
  read(): Acknowledged[];
  close(): void;
}

const writing = promisify(write);
const syncing = promisify(fdatasync);

/** Opens a new ledger file. Lines that arrive while the disk is busy share the next flush. */
export function openLedger(path: string): Ledger {
  const file = openSync(path, "w");
  let waiting: { text: string; done: () => void; failed: (error: unknown) => void }[] = [];
  let busy = false;

  async function flush() {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const { bytesWritten } = await writing(file, group.map(({ text }) => text).join(""));
        if (bytesWritten === 0) throw new Error("The ledger could not be written.");
        await syncing(file);
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    busy = false;
  }

  return {
    path,
    record: (facts) =>
      new Promise((done, failed) => {
        waiting.push({ text: facts.map((fact) => `${JSON.stringify({ ...fact, hash: hashOf(fact.fact) })}\n`).join(""), done, failed });
        void flush();
      }),
    read: () =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Acknowledged),
    close: () => closeSync(file),
  };
}
