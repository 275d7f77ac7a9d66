import type { Databases } from "#platform/db/connect.ts";
import { databaseDown } from "#platform/errors.ts";
import { storeCommits, type AskingSession, type Commit, type CommitOutcome } from "./runtime-queries.ts";

type SentCommit = Commit & { readonly session?: AskingSession };

/** Stores one commit; resolves when it is durable, rejects when the database cannot be reached. */
export type StoreCommit = (commit: SentCommit) => Promise<CommitOutcome>;

interface Waiting {
  readonly commit: SentCommit;
  readonly since: number;
  readonly done: (outcome: CommitOutcome) => void;
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
export function commitQueue(databases: Pick<Databases, "pool">, { prepared }: { prepared: boolean }): StoreCommit {
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
    storeCommits(
      databases,
      batch.map(({ commit }) => commit),
      { prepared },
    )
      .then(
        (outcomes) =>
          batch.forEach(({ done, failed }, index) => {
            const outcome = outcomes[index];
            if (outcome) done(outcome);
            else failed(new Error("The database gave no answer for a commit."));
          }),
        (error: unknown) => batch.forEach(({ failed }) => failed(error)),
      )
      .finally(() => {
        running--;
        for (const key of keys) busy.delete(key);
        next();
      });
    // What did not fit, or belongs to attempts under way.
    if (waiting.length) next();
  }

  return (commit) =>
    new Promise((done, failed) => {
      waiting.push({ commit, since: performance.now(), done, failed });
      // What arrives in the same turn of the loop goes together.
      if (!scheduled) setImmediate(next);
      scheduled = true;
    });
}
