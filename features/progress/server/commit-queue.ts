import type { Databases } from "#platform/db/connect.ts";
import { databaseDown } from "#platform/errors.ts";
import {
  decideCommits,
  storeEach,
  storePlain,
  type CommitOutcome,
  type SentCommit,
  type StateLimits,
  type Stored,
} from "./package-commits.ts";
import { storedOrThrown } from "./stored-or-thrown.ts";
import type { VersionCache } from "./version-cache.ts";

/** Stores one commit; resolves when it is durable. When nothing was stored, throws the refusal for its sender, or the error of an unreachable database. */
export type StoreCommit = (commit: SentCommit) => Promise<Stored>;

interface Waiting {
  readonly commit: SentCommit;
  readonly since: number;
  readonly done: (stored: Stored) => void;
  readonly failed: (error: unknown) => void;
}

/** The most commits in one statement: more would let a slow one hold up many, and PostgreSQL caches no more than 64 subtransactions. */
const together = 40;
/** The most statements that run in parallel. */
const lanes = 4;
/**
 * The next statement waits for the running one, so that more commits share one disk flush, which costs more than the commits do. It waits at most this
 * long, in ms, so that a statement that is held up does not hold up others.
 */
const patienceMs = 25;
/** A commit that no statement has taken after this time, in ms, is returned to its sender, who keeps it: a silent database must not let the queue grow. */
const waitsMs = 4_000;

/**
 * Stores what packages report. Commits that arrive while statements run share the next statement, and with it one disk flush. Each is answered only once
 * it is durable, and succeeds or fails alone. Two commits of one attempt are never in two statements at the same time.
 */
export function commitQueue(
  databases: Pick<Databases, "pool" | "acrossPortals">,
  { prepared, versions, limits }: { prepared: boolean; versions: VersionCache; limits: StateLimits },
): StoreCommit {
  let waiting: Waiting[] = [];
  const busy = new Set<string>();
  let running = 0;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let scheduled = false;
  let sweep: ReturnType<typeof setTimeout> | undefined;
  const keyOf = ({ commit }: Waiting) => `${commit.portalId}:${commit.attemptId}`;

  /** Returns commits that have waited too long to their senders, and checks again while any wait. */
  function giveBack() {
    sweep = undefined;
    const oldest = performance.now() - waitsMs;
    const late = waiting.filter(({ since }) => since < oldest);
    if (late.length > 0) waiting = waiting.filter(({ since }) => since >= oldest);
    for (const { failed } of late) failed(databaseDown());
    if (waiting.length > 0) sweep = setTimeout(giveBack, waitsMs / 8).unref();
  }

  function next() {
    scheduled = false;
    if (waiting.length > 0) sweep ??= setTimeout(giveBack, waitsMs / 8).unref();
    clearTimeout(timer);
    if (running >= lanes || waiting.length === 0) return;
    const patience = running > 0 ? startedAt + patienceMs - performance.now() : 0;
    if (patience > 0) {
      timer = setTimeout(next, patience);
      return;
    }
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const one of waiting) (batch.length < together && !busy.has(keyOf(one)) ? batch : rest).push(one);
    if (batch.length === 0) return;
    waiting = rest;
    running++;
    startedAt = performance.now();
    const keys = batch.map(keyOf);
    for (const key of keys) busy.add(key);
    store(batch)
      .catch((error: unknown) => batch.forEach(({ failed }) => failed(error)))
      .finally(() => {
        running--;
        for (const key of keys) busy.delete(key);
        next();
      });
    // Commits that did not fit, or whose attempt is in a running statement.
    if (waiting.length) next();
  }

  /** Stores a batch and answers each commit. Those that do more than add follow the others one by one, and those that need a decision in a transaction of their own. */
  async function store(batch: readonly Waiting[]) {
    const commitsOf = (some: readonly Waiting[]) => some.map(({ commit }) => commit);
    const plain = await storePlain(databases, commitsOf(batch), { prepared, limits });
    const others = answerStored(batch, plain, undefined);
    if (others.length === 0) return;
    const undecided = answerStored(others, await storeEach(databases, commitsOf(others), { prepared, limits }), null);
    if (undecided.length === 0) return;
    answerStored(undecided, await decideCommits(databases, commitsOf(undecided), versions, limits), null);
  }

  return (commit) =>
    new Promise((done, failed) => {
      waiting.push({ commit, since: performance.now(), done, failed });
      // Commits that arrive in the same turn of the event loop go together.
      if (!scheduled) setImmediate(next);
      scheduled = true;
    });
}

/** Answers the commits that have an outcome. Returns the others, whose outcome is `left`. */
function answerStored<L>(batch: readonly Waiting[], outcomes: readonly (CommitOutcome | L | undefined)[], left: L): Waiting[] {
  return batch.filter((one, index) => {
    const outcome = outcomes[index];
    if (outcome === left) return true;
    answer(one, outcome as CommitOutcome | undefined);
    return false;
  });
}

/** Resolves or rejects a waiting commit by its outcome. */
function answer({ done, failed }: Waiting, outcome: CommitOutcome | undefined): void {
  try {
    if (!outcome) throw new Error("The database gave no answer for a commit.");
    done(storedOrThrown<Stored>(outcome));
  } catch (error) {
    failed(error);
  }
}
