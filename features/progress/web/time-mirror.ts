import type { OutboxEntry } from "./outbox-entry.ts";
import { randomId } from "./page-locks.ts";

/**
 * A mirror of unsent study time in localStorage. Specification §3 and §9: key `UserCourseAttemptId-<attemptId>`, value in seconds. A second key lists the
 * facts that make up these seconds, so that after a crash they are sent with their identity and count once (decisions.md: IndexedDB is the authority).
 */
const prefix = "UserCourseAttemptId-";
const partsPrefix = "stoa-outbox-time-";
const loosePrefix = "stoa-outbox-loose-";

/** One mirrored slice: seq, epoch, seconds, page. */
type Part = [seq: number, epoch: number, seconds: number, pageId?: string];
interface Parts {
  userKey: string;
  portalId: number;
  attemptId: number;
  clientId: string;
  parts: Part[];
}

/** A value without parts, written by something other than this outbox; it is sent by the call of specification §7. */
export interface LooseTime {
  readonly attemptId: number;
  readonly seconds: number;
  readonly flushKey: string;
}

/** localStorage, or null where it is denied. A full or denied storage never stops anything. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
function write(key: string, value: string | null) {
  try {
    if (value === null) storage()?.removeItem(key);
    else storage()?.setItem(key, value);
  } catch {
    // Storage is full; the mirror is only a second copy.
  }
}
function read(key: string): string | null {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}
const keys = () => {
  try {
    return Object.keys(storage() ?? {});
  } catch {
    return [];
  }
};

const partsKey = (clientId: string) => `${partsPrefix}${clientId}`;
const readParts = (key: string): Parts | null => {
  try {
    const value = JSON.parse(read(key) ?? "null") as Parts | null;
    return value && Array.isArray(value.parts) && Number.isSafeInteger(value.attemptId) ? value : null;
  } catch {
    return null;
  }
};
const everyParts = () =>
  keys()
    .filter((key) => key.startsWith(partsPrefix))
    .flatMap((key) => {
      const parts = readParts(key);
      return parts ? [{ key, ...parts }] : [];
    });

/** Writes what one page load still has to send for one attempt, and the sum over all pages. Synchronous, so that it is stored even if the page dies now. */
export function mirrorTime(owner: Omit<Parts, "parts">, entries: readonly OutboxEntry[]) {
  const parts = entries.flatMap(({ seq, epoch, fact }): Part[] =>
    fact.kind === "time" ? [fact.pageId === undefined ? [seq, epoch, fact.seconds] : [seq, epoch, fact.seconds, fact.pageId]] : [],
  );
  write(partsKey(owner.clientId), parts.length ? JSON.stringify({ ...owner, parts }) : null);
  sumTime(owner.attemptId);
}

/** Sets the specified key to the sum of what all pages of this browser mirror and what was there before; removes it when there is nothing. */
export function sumTime(attemptId: number) {
  const mine = everyParts().filter((parts) => parts.attemptId === attemptId);
  const loose = readLoose(attemptId);
  const sum = mine.reduce((total, { parts }) => total + parts.reduce((seconds, part) => seconds + part[2], 0), loose?.seconds ?? 0);
  write(`${prefix}${attemptId}`, mine.length || loose ? String(sum) : null);
}

/** The mirrored slices of a person, as entries with their own identity. */
export function mirroredEntries(userKey: string): OutboxEntry[] {
  return everyParts()
    .filter((parts) => parts.userKey === userKey)
    .flatMap(({ clientId, attemptId, portalId, parts }) =>
      parts.map(([seq, epoch, seconds, pageId]) => ({
        id: `${clientId}:${seq}`,
        userKey,
        portalId,
        attemptId,
        clientId,
        seq,
        epoch,
        kind: "time" as const,
        at: Date.now(),
        open: true,
        fact: { kind: "time" as const, seconds, ...(pageId !== undefined && { pageId }) },
      })),
    );
}

/** Removes what one page load mirrored, once its slices are in the outbox. */
export function dropMirror(clientId: string) {
  const parts = readParts(partsKey(clientId));
  write(partsKey(clientId), null);
  if (parts) sumTime(parts.attemptId);
}

/**
 * The values of specified keys that no page of this outbox wrote, each with an Idempotency-Key, so that it is counted once however often it is
 * sent. From the first look on they are recorded separately, so that new study time on the same attempt does not overwrite them.
 */
export function looseTimes(): LooseTime[] {
  const known = new Set(everyParts().map(({ attemptId }) => attemptId));
  return keys().flatMap((key) => {
    const attemptId = key.startsWith(prefix) ? Number(key.slice(prefix.length)) : Number.NaN;
    if (!Number.isSafeInteger(attemptId) || attemptId < 1) return [];
    const noted = readLoose(attemptId);
    if (noted) return [noted];
    const seconds = Number(read(key) ?? "");
    if (known.has(attemptId) || !Number.isFinite(seconds) || seconds <= 0) return [];
    const loose = { attemptId, seconds, flushKey: randomId() };
    write(`${loosePrefix}${attemptId}`, `${loose.flushKey} ${seconds}`);
    return [loose];
  });
}

/** Whether no other tab has sent a loose value meanwhile. */
export const isStillLoose = ({ attemptId, flushKey }: LooseTime): boolean => readLoose(attemptId)?.flushKey === flushKey;

/** Subtracts a loose value after the server counted it; what was added meanwhile stays. */
export function settleLoose({ attemptId, seconds }: LooseTime) {
  write(`${loosePrefix}${attemptId}`, null);
  if (everyParts().some((parts) => parts.attemptId === attemptId)) return sumTime(attemptId);
  const rest = Number(read(`${prefix}${attemptId}`) ?? 0) - seconds;
  write(`${prefix}${attemptId}`, rest > 0 ? String(rest) : null);
}

function readLoose(attemptId: number): LooseTime | null {
  const [flushKey, seconds] = (read(`${loosePrefix}${attemptId}`) ?? "").split(" ");
  return flushKey && Number(seconds) > 0 ? { attemptId, seconds: Number(seconds), flushKey } : null;
}

/** The attempt of a storage event that another page's mirror caused, so that the sum can be updated; null for other keys. */
export function mirroredAttempt(key: string | null): number | null {
  const found = key?.startsWith(partsPrefix) ? /-(\d+)$/.exec(key) : null;
  return found ? Number(found[1]) : null;
}
