import type { Databases } from "#platform/db/connect.ts";
import { databaseDown } from "#platform/errors.ts";
import { decideCommits, storeCommits, type CommitOutcome, type SentCommit, type Stored } from "./package-commits.ts";
import { storedOrThrown } from "./stored-or-thrown.ts";
import type { VersionCache } from "./version-cache.ts";

/** Stores one commit; resolves when it is durable. Throws what its sender is to be told when it stored nothing, and when the database cannot be reached. */
export type StoreCommit = (commit: SentCommit) => Promise<Stored>;

interface Waiting {
  readonly commit: SentCommit;
  readonly since: number;
  readonly done: (stored: Stored) => void;
  readonly failed: (error: unknown) => void;
}

/** Commits in one statement at most: more would make a slow one hold up many, and PostgreSQL keeps 64 subtransactions cheap. */
const together = 40;
/** Statements at once at most. */
const lanes = 4;
/**
 * The next statement waits for the one under way, so that more commits share one flush of the disk, which costs more than they do; but no longer
 * than this, in ms: one that is held up must not hold up the others.
 */
const patienceMs = 25;
/** A commit that no statement has taken after this is given back to its sender, who keeps it: a silent database must not make a queue without an end. */
const waitsMs = 4_000;

/**
 * Stores what packages report: the commits that arrive while statements are under way share the next one, and with it one flush of the disk. Each is
 * answered only once it is durable, and stands or falls alone. Two commits of one attempt are never in two statements at once.
 */
export function commitQueue(
  databases: Pick<Databases, "pool" | "acrossPortals">,
  { prepared, versions }: { prepared: boolean; versions: VersionCache },
): StoreCommit {
  let waiting: Waiting[] = [];
  const busy = new Set<string>();
  let running = 0;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let scheduled = false;
  let sweep: ReturnType<typeof setTimeout> | undefined;
  const keyOf = ({ commit }: Waiting) => `${commit.portalId}:${commit.attemptId}`;

  /** Gives back what has waited too long, and looks again while something waits. */
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
    // What did not fit, or belongs to attempts under way.
    if (waiting.length) next();
  }

  /** Stores a batch and answers each; those that need a decision come after the others, in a transaction of their own. */
  async function store(batch: readonly Waiting[]) {
    const commitsOf = (some: readonly Waiting[]) => some.map(({ commit }) => commit);
    const outcomes = await storeCommits(databases, commitsOf(batch), { prepared });
    const undecided: Waiting[] = [];
    for (const [index, one] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === null) undecided.push(one);
      else answer(one, outcome);
    }
    if (undecided.length === 0) return;
    const decided = await decideCommits(databases, commitsOf(undecided), versions);
    undecided.forEach((one, index) => answer(one, decided[index]));
  }

  return (commit) =>
    new Promise((done, failed) => {
      waiting.push({ commit, since: performance.now(), done, failed });
      // What arrives in the same turn of the loop goes together.
      if (!scheduled) setImmediate(next);
      scheduled = true;
    });
}

/** Tells a sender what became of a commit. */
function answer({ done, failed }: Waiting, outcome: CommitOutcome | undefined): void {
  try {
    if (!outcome) throw new Error("The database gave no answer for a commit.");
    done(storedOrThrown<Stored>(outcome));
  } catch (error) {
    failed(error);
  }
}
