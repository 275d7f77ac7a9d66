import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import type { AttemptState, commit, Fact } from "../contract.ts";
import { batchBytes, batchesOf, bytesOf, halves, type Batch } from "./outbox-batches.ts";
import { createStatusStore, statusOf } from "./outbox-status.ts";
import { createWaiting, type Acknowledged } from "./outbox-waiting.ts";
import { alone } from "./page-locks.ts";
import { looseTimes, mirroredAttempt, settleLoose, sumTime, type LooseTime } from "./time-mirror.ts";

export interface Added {
  readonly seq: number;
  /** Whether this device keeps the fact for good. */
  readonly onDevice: Promise<boolean>;
  /** The server's word. Waits as long as it takes; never rejects. */
  readonly onServer: Promise<Acknowledged>;
}

export interface Timing {
  /** Between flushes, in ms, drawn at random. */
  readonly flush: readonly [number, number];
  /** The first and the longest pause after a failure, in ms. A page in view never waits longer than half a minute (security.md §5.4 F10). */
  readonly backoff: readonly [number, number];
  /** After this long without an answer the learner is told that nothing is saved yet. */
  readonly slowMs: number;
}
const usual: Timing = { flush: [10_000, 30_000], backoff: [1_000, 60_000], slowMs: 4_000 };
const longestInViewMs = 30_000;
/** An entry that went out with the page is not sent that way again before this. */
const againOnLeaveMs = 5_000;

export interface OutboxOptions {
  /** `portalId:userId` */
  readonly userKey: string;
  readonly portalId: number;
  /** Sends one call of the contract `commit`; throws a CallError. */
  readonly send: (batch: Batch, options: { keepalive: boolean }) => Promise<Result<typeof commit>>;
  /** Sends time by the call of specification §7 under an Idempotency-Key; throws a CallError. */
  readonly sendLoose?: (loose: LooseTime) => Promise<unknown>;
  readonly timing?: Partial<Timing>;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** What tabs tell each other: the server has these. */
interface News {
  readonly userKey: string;
  readonly ids: string[];
  readonly answer: Result<typeof commit>;
}

/**
 * The outbox of one person in this browser (security.md §5.3): accepted at once, durable on the device when IndexedDB says so, saved when the server
 * says so. Entries leave only after that; nothing is ever dropped. Sending again is harmless, the server counts (attempt, client, seq) once.
 */
export function createOutbox({ userKey, portalId, send, sendLoose, timing = {} }: OutboxOptions) {
  const times = { ...usual, ...timing };
  const lockName = `stoa-outbox:${userKey}`;
  const waiting = createWaiting({ userKey, portalId, onChange: () => tell() });
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("stoa-outbox");
  const stateListeners = new Set<(attemptId: number, state: AttemptState) => void>();
  let loose: LooseTime[] = [];
  let starting = true;
  let failures = 0;
  let slow = false;
  let lastSavedAt: number | null = null;
  let urgent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let closed = false;

  function facts() {
    const counts = waiting.counts();
    const seconds = counts.seconds + loose.reduce((sum, one) => sum + one.seconds, 0);
    return { ...counts, seconds, online: navigator.onLine, starting, failing: failures > 0 || slow, lastSavedAt };
  }
  const status = createStatusStore(statusOf(facts()));
  function tell() {
    status.set(statusOf(facts()));
  }

  /** Accepts a fact. Views and quizzes handed in go out at once, the rest with the next flush. */
  function add(attemptId: number, epoch: number, fact: Fact): Added {
    const added = waiting.add(attemptId, epoch, fact);
    if (fact.kind === "view" || fact.kind === "submit") hurry();
    else schedule();
    tell();
    return added;
  }

  /** Accepts a fact that a package's launcher numbered, under the identity it was given: sent twice, it counts once. */
  function addAs(given: { clientId: string; seq: number }, attemptId: number, epoch: number, fact: Fact, isUrgent: boolean): Added {
    const added = waiting.addAs(given, attemptId, epoch, fact);
    if (isUrgent) hurry();
    else schedule();
    tell();
    return added;
  }

  /** Adds study time to the slice that is growing: kept on the device with every call, sent as one fact with the next flush. */
  function addTime(attemptId: number, epoch: number, seconds: number, pageOn?: string) {
    if (!(seconds > 0)) return;
    waiting.grow(attemptId, epoch, seconds, pageOn);
    schedule();
    tell();
  }

  function acknowledge({ ids, answer }: Pick<News, "ids" | "answer">) {
    const refused = new Map(answer.refused.map(({ seq, message }) => [seq, message]));
    waiting.settle(ids, (seq) => ({ state: answer.state, refused: refused.get(seq) ?? null }));
    lastSavedAt = Date.now();
    for (const listener of stateListeners) listener(answer.state.attemptId, answer.state);
    tell();
  }
  function heard(batch: Batch, answer: Result<typeof commit>) {
    const ids = answer.stored.map((seq) => `${batch.clientId}:${seq}`);
    acknowledge({ ids, answer });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target, it never leaves the origin
    if (!closed) channel?.postMessage({ userKey, ids, answer } satisfies News);
    return waiting.forget(ids);
  }

  /** Sends one call. A fact that can never be taken is held back by itself, so that it blocks nothing behind it; a passing failure is thrown. */
  async function deliver(batch: Batch): Promise<void> {
    const whenSlow = setTimeout(() => {
      slow = true;
      tell();
    }, times.slowMs);
    try {
      await heard(batch, await send(batch, { keepalive: false }));
    } catch (error) {
      if (!isFinal(error)) throw error;
      const forAll = error.status === 403 || error.status === 404;
      if (!forAll && batch.commits.length > 1) for (const half of halves(batch)) await deliver(half);
      else for (const { seq } of batch.commits) waiting.held.add(`${batch.clientId}:${seq}`);
    } finally {
      clearTimeout(whenSlow);
      slow = false;
      tell();
    }
  }

  /** Sends the values of specification §3 that nothing else covers; each is removed only after the server counted it. */
  async function deliverLoose() {
    const due = new Set(loose.map(({ flushKey }) => flushKey));
    for (const one of sendLoose ? looseTimes() : []) {
      if (!due.has(one.flushKey)) continue;
      try {
        await sendLoose?.(one);
        settleLoose(one);
      } catch (error) {
        // Not this person's (403 not_owner), or of nobody here: it stays for its owner.
        if (!isFinal(error)) throw error;
      }
    }
    loose = [];
  }

  async function run(isAlone: boolean) {
    await waiting.keep(waiting.seal());
    // Not alone: another page is sending, so only what is ours goes out.
    if (isAlone) await waiting.readOthers();
    for (const batch of batchesOf(waiting.due(isAlone))) await deliver(batch);
    if (isAlone) await deliverLoose();
  }

  /** Sends everything that waits, now; resolves when that was tried. One page of a browser sends at a time. */
  async function flush(): Promise<void> {
    if (closed) return;
    if (running) {
      urgent = true;
      return running;
    }
    clearTimeout(timer);
    timer = undefined;
    urgent = false;
    running = alone(lockName, 15_000, run)
      .then(
        () => void (failures = 0),
        () => void failures++,
      )
      .finally(() => {
        running = null;
        tell();
        const { waiting: left, seconds } = facts();
        if (failures) schedule(pause());
        else if (urgent) hurry();
        else if (left > 0 || seconds > 0) schedule();
      });
    return running;
  }

  const between = ([from, to]: readonly [number, number]) => from + Math.random() * (to - from);
  function pause() {
    const [first, longest] = times.backoff;
    const limit = document.visibilityState === "visible" ? Math.min(longest, longestInViewMs) : longest;
    return Math.max(first, Math.min(limit, first * 2 ** (failures - 1)) * between([0.5, 1]));
  }
  function schedule(delay = between(times.flush)) {
    if (closed || timer !== undefined || running) return;
    timer = setTimeout(() => void flush(), delay);
  }
  /** At once, unless the server has just failed: then with the next try. */
  function hurry() {
    urgent = true;
    if (running || failures) return schedule();
    clearTimeout(timer);
    timer = undefined;
    schedule(0);
  }

  /** The page may be ending: what is ours and not yet saved goes along, at most 48 KiB, without waiting for anything. */
  function sendOnLeave() {
    void waiting.keep(waiting.seal());
    const now = performance.now();
    const due = waiting.due(false).filter(({ id }) => {
      const leftAt = waiting.mine.get(id)?.leftAt ?? 0;
      return leftAt === 0 || now - leftAt > againOnLeaveMs;
    });
    let room = batchBytes;
    for (const batch of batchesOf(due)) {
      room -= bytesOf(batch);
      if (room < 0) break;
      for (const { seq } of batch.commits) {
        const pending = waiting.mine.get(`${batch.clientId}:${seq}`);
        if (pending) pending.leftAt = now;
      }
      send(batch, { keepalive: true }).then(
        (answer) => heard(batch, answer),
        // It still waits in the outbox; the next flush or the next start sends it.
        () => undefined,
      );
    }
  }

  /** Sends what earlier page loads left, of this person only: outbox, mirror, and the values of specification §3 that nothing else covers. */
  async function sendPendingAtStart(): Promise<void> {
    loose = sendLoose ? looseTimes() : [];
    await waiting.takeMirrored();
    await waiting.readOthers();
    starting = false;
    tell();
    await flush();
  }

  /** Tries again at once: the network is back, or the same person has signed in again. */
  function resume() {
    failures = 0;
    waiting.held.clear();
    tell();
    void flush();
  }

  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? sendOnLeave() : void flush()), { signal });
  window.addEventListener("pagehide", sendOnLeave, { signal });
  window.addEventListener("online", resume, { signal });
  window.addEventListener("offline", tell, { signal });
  window.addEventListener(
    "storage",
    ({ key }) => {
      const attemptId = mirroredAttempt(key);
      if (attemptId !== null) sumTime(attemptId);
    },
    { signal },
  );
  channel?.addEventListener("message", ({ data }: MessageEvent<News>) => {
    if (data.userKey === userKey) acknowledge(data);
  });

  return {
    userKey,
    add,
    addAs,
    identity: waiting.identity,
    addTime,
    flush,
    resume,
    sendPendingAtStart,
    status,
    /** Calls back with every state the server answers, here or in another tab. Returns the way to stop. */
    onState(listener: (attemptId: number, state: AttemptState) => void) {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    /** Lets go of everything; what waits stays on the device. */
    close() {
      sendOnLeave();
      closed = true;
      clearTimeout(timer);
      listening.abort();
      channel?.close();
      waiting.close();
    },
  };
}

/** An answer that trying again cannot change: another person's attempt, a thing that is not there, a fact that is not understood. */
function isFinal(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  if (error.status === 403) return error.code === "not_owner";
  return [400, 404, 413, 422].includes(error.status);
}
