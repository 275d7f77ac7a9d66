import type { Fact } from "../contract.ts";
import type { OutboxEntry } from "./outbox-entry.ts";

/** One call to the server: facts of one client, one attempt and one opening, oldest first. */
export interface Batch {
  readonly attemptId: number;
  readonly clientId: string;
  readonly epoch: number;
  readonly commits: readonly { seq: number; fact: Fact }[];
}

/** The most bytes of facts in one call. A keepalive fetch of 60 KB arrives and one of 70 KB does not (security.md §5.2); the server accepts 64 KiB. */
export const batchBytes = 48 * 1024;
const batchFacts = 200;

/** Splits entries into calls, in order, each small enough; a single larger fact goes alone. */
export function batchesOf(entries: readonly OutboxEntry[]): Batch[] {
  const sorted = entries.toSorted((a, b) =>
    a.clientId === b.clientId ? a.seq - b.seq : a.at - b.at || (a.clientId < b.clientId ? -1 : 1),
  );
  const batches: (Batch & { commits: { seq: number; fact: Fact }[]; bytes: number })[] = [];
  for (const { attemptId, clientId, epoch, seq, fact } of sorted) {
    const bytes = bytesOf({ seq, fact });
    const last = batches.findLast((batch) => batch.clientId === clientId);
    const fits =
      last && last.epoch === epoch && last.attemptId === attemptId && last.commits.length < batchFacts && last.bytes + bytes <= batchBytes;
    if (fits) {
      last.commits.push({ seq, fact });
      last.bytes += bytes;
    } else batches.push({ attemptId, clientId, epoch, commits: [{ seq, fact }], bytes: 200 + bytes });
  }
  return batches.map(({ attemptId, clientId, epoch, commits }) => ({ attemptId, clientId, epoch, commits }));
}

/** The size of a call's body in bytes. */
export const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length + 1;

/** Splits a call that was refused as a whole into two halves, to find the fact at fault. */
export function halves(batch: Batch): Batch[] {
  const middle = Math.ceil(batch.commits.length / 2);
  return [batch.commits.slice(0, middle), batch.commits.slice(middle)].map((commits) => ({ ...batch, commits }));
}
