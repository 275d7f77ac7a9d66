import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import type { AttemptState, commit, Fact, readAttempt } from "../contract.ts";
import { createFlushRhythm, type FlushTimes } from "./flush-rhythm.ts";
import { batchBytes, batchesOf, bytesOf, halves, type Batch } from "./outbox-batches.ts";
import { createStatusStore, statusOf } from "./outbox-status.ts";
import { createWaiting, type Acknowledged } from "./outbox-waiting.ts";
import { alone } from "./page-locks.ts";
import { isStillLoose, looseTimes, mirroredAttempt, settleLoose, sumTime, type LooseTime } from "./time-mirror.ts";

export interface Added {
  readonly seq: number;
  /** Whether this device has stored the fact durably. */
  readonly onDevice: Promise<boolean>;
  /** The server's confirmation. Waits as long as it takes; never rejects. */
  readonly onServer: Promise<Acknowledged>;
}

export interface Timing extends FlushTimes {
  /** The first and the longest delay after a failure, in ms. A visible page never waits longer than half a minute (security.md §5.4 F10). */
  readonly backoff: readonly [number, number];
  /** After this time without an answer, in ms, the learner is told that nothing is saved yet. */
  readonly slowMs: number;
  /** While changes wait for the regular flush: how long after the server's last answer to probe whether it is there, in ms. */
  readonly probeMs: number;
}
// After the server's last answer, either a probe after probeMs times out (current-outbox.ts) or a call that began just before it exceeds slowMs; in
// both cases the learner is told within five seconds (security.md §5.4 F10).
const usual: Timing = { flush: [10_000, 30_000], soon: [600, 1_200], backoff: [1_000, 60_000], slowMs: 2_500, probeMs: 2_200 };
const longestInViewMs = 30_000;
/** After a long silence, a change waits this long before it probes, in ms. */
const probeSoonMs = 250;
/** An entry that was sent while the page was being left is not sent that way again within this time, in ms. */
const againOnLeaveMs = 5_000;

export interface OutboxOptions {
  /** `portalId:userId` */
  readonly userKey: string;
  readonly portalId: number;
  /** Sends one call of the contract `commit`; throws a CallError, or the reason that the signal was aborted with. */
  readonly send: (
    batch: Batch,
    options: { keepalive?: boolean; signal?: AbortSignal; isQuiet?: boolean },
  ) => Promise<Result<typeof commit>>;
  /** Sends time by the call of specification §7 with an Idempotency-Key; throws like send. */
  readonly sendLoose?: (loose: LooseTime, options: { signal: AbortSignal }) => Promise<unknown>;
  /** Probes whether the server answers; a cheap call. */
  readonly isThere?: () => Promise<boolean>;
  readonly timing?: Partial<Timing>;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** What tabs tell each other: the server has these entries. */
interface News {
  readonly userKey: string;
  readonly attemptId: number;
  readonly ids: string[];
  readonly answer: Result<typeof commit>;
}

/**
 * The outbox of one person in this browser (security.md §5.3): facts are accepted at once, durable on the device when IndexedDB confirms, saved when the
 * server confirms. Entries are removed only after that; none is ever dropped. Sending twice is harmless: the server counts (attempt, client, seq) once.
 */
export function createOutbox({ userKey, portalId, send, sendLoose, isThere, timing = {} }: OutboxOptions) {
  const times = { ...usual, ...timing };
  const lockName = `stoa-outbox:${userKey}`;
  const onDevice = () => {
    plan();
    tell();
  };
  let onOutdated = () => {};
  const outdated = new Promise<void>((resolve) => (onOutdated = resolve));
  const waiting = createWaiting({ userKey, portalId, onChange: () => tell(), onDevice, onOutdated });
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("stoa-outbox");
  const tellOtherTabs: ((news: News) => void) | undefined = channel?.postMessage.bind(channel);
  const stateListeners = new Set<(attemptId: number, state: AttemptState) => void>();
  const epochListeners = new Set<(attemptId: number, newest: number) => void>();
  let loose: LooseTime[] = [];
  let starting = true;
  /** The device's storage could not be read: what earlier page loads left is not known yet. */
  let unread = false;
  let failures = 0;
  let signedOut = false;
  let slow = false;
  let lastSavedAt: number | null = null;
  let urgent = false;
  /** Slices that the running flush has just sealed: until it fails they count as current study time. */
  let fresh: ReadonlySet<string> = new Set();
  let whenSlow: ReturnType<typeof setTimeout> | undefined;
  let probe: ReturnType<typeof setTimeout> | undefined;
  let heardAt = -Infinity;
  let probeIsUseful = isThere !== undefined;
  let running: Promise<void> | null = null;
  /** Aborts the calls of the running flush. */
  let callsUnderWay = new AbortController();
  let closed = false;
  const rhythm = createFlushRhythm(times, () => void flush());

  function facts() {
    const counts = waiting.counts(fresh);
    const seconds = counts.seconds + loose.reduce((sum, one) => sum + one.seconds, 0);
    const sending = running !== null || rhythm.isNear() || counts.onlyHere;
    return { ...counts, seconds, online: navigator.onLine, starting, sending, failing: failures > 0 || slow, signedOut, lastSavedAt };
  }
  const status = createStatusStore(statusOf(facts()));
  function tell() {
    status.set(statusOf(facts()));
    watchServer();
  }

  /** While work waits for its flush no call is sent, so a probe has to find out whether the server is gone (F10: told within 5 seconds). */
  function watchServer() {
    const isIdle = () => !closed && !running && status.getSnapshot().state === "kept" && document.visibilityState === "visible";
    if (probe !== undefined || !isThere || !probeIsUseful || !isIdle()) return;
    const silentMs = performance.now() - heardAt;
    const ask = async () => {
      const asks = isIdle();
      const answers = !asks || (await isThere());
      if (asks && answers) heardAt = performance.now();
      probe = undefined;
      // Saved meanwhile, or nobody looks. A running flush without an answer does not end the probing.
      if (answers || closed || facts().work === 0 || document.visibilityState !== "visible") return watchServer();
      slow = true;
      // When only the probe fails and saving works, the probe proves nothing and is not sent again.
      probeIsUseful = false;
      tell();
      await (running ?? flush());
      probeIsUseful = failures > 0;
    };
    probe = setTimeout(() => void ask(), Math.max(Math.min(probeSoonMs, times.probeMs), times.probeMs - silentMs));
  }
  /** Reports "not saved yet" when no answer comes for too long. */
  function listenPatiently() {
    clearTimeout(whenSlow);
    whenSlow = setTimeout(() => {
      slow = true;
      tell();
    }, times.slowMs);
  }
  /** Plans the flush for what waits: a change soon, study time at the regular interval. */
  function plan() {
    if (closed || running) return;
    const { work, seconds, onlyHere } = facts();
    if (urgent) rhythm.now();
    else if (work > 0) rhythm.soon(onlyHere);
    else if (seconds > 0 || unread) rhythm.regular();
  }

  /** Accepts a fact. Views and submitted quizzes are sent at once, all others soon (flush-rhythm.ts). */
  function add(attemptId: number, epoch: number, fact: Fact): Added {
    const added = waiting.add(attemptId, epoch, fact);
    urgent ||= fact.kind === "view" || fact.kind === "submit";
    plan();
    tell();
    return added;
  }

  /** Accepts a fact that a package's launcher numbered, under its reserved identity: sent twice, it counts once. */
  function addAs(given: { clientId: string; seq: number }, attemptId: number, epoch: number, fact: Fact, isUrgent: boolean): Added {
    const added = waiting.addAs(given, attemptId, epoch, fact);
    urgent ||= isUrgent;
    plan();
    tell();
    return added;
  }

  /** Adds study time to the growing slice: stored on the device with every call, sent as one fact with the next flush. */
  function addTime(attemptId: number, epoch: number, seconds: number, pageOn?: string) {
    if (!(seconds > 0)) return;
    waiting.grow(attemptId, epoch, seconds, pageOn);
    plan();
    tell();
  }

  function acknowledge({ attemptId, ids, answer }: Omit<News, "userKey">) {
    const refused = new Map(answer.refused.map((one) => [one.seq, one]));
    waiting.settle(ids, (seq) => ({ state: answer.state, refused: refused.get(seq) ?? null }));
    lastSavedAt = Date.now();
    heardAt = performance.now();
    if (answer.state) for (const listener of stateListeners) listener(answer.state.attemptId, answer.state);
    for (const listener of epochListeners) listener(attemptId, answer.epoch);
    tell();
  }
  function heard(batch: Batch, answer: Result<typeof commit>) {
    const ids = answer.stored.map((seq) => `${batch.clientId}:${seq}`);
    const { attemptId } = batch;
    acknowledge({ attemptId, ids, answer });
    if (!closed) tellOtherTabs?.({ userKey, attemptId, ids, answer });
    return waiting.forget(ids);
  }

  /** Sends one call. A fact that is refused for good is set aside, so that it blocks nothing behind it; a temporary failure is thrown. */
  async function deliver(batch: Batch): Promise<void> {
    listenPatiently();
    try {
      await heard(batch, await send(batch, { signal: callsUnderWay.signal, isQuiet: signedOut }));
    } catch (error) {
      if (!isFinal(error)) throw error;
      const forAll = error.status === 403 || error.status === 404;
      if (!forAll && batch.commits.length > 1) for (const half of halves(batch)) await deliver(half);
      else for (const { seq } of batch.commits) waiting.held.set(`${batch.clientId}:${seq}`, error.message);
    }
    slow = false;
    tell();
  }

  /** Sends the values of specification §3 that no fact covers; each is removed only after the server counted it. */
  async function deliverLoose() {
    // Only values found at the start: a value that appears later without its parts is one that another tab is just writing.
    for (const one of loose) {
      if (!sendLoose || !isStillLoose(one)) continue;
      try {
        await sendLoose(one, { signal: callsUnderWay.signal });
        settleLoose(one);
      } catch (error) {
        // Another person's (403 not_owner), or nobody's here: it stays for its owner.
        if (!isFinal(error)) throw error;
      }
    }
    loose = [];
  }

  async function run(isAlone: boolean) {
    const sealed = waiting.seal();
    fresh = new Set(sealed.map(({ id }) => id));
    await waiting.keep(sealed);
    // When not alone, another page is sending, so only this page's entries are sent.
    if (isAlone) unread = !(await waiting.readOthers());
    for (const batch of batchesOf(waiting.due(isAlone))) await deliver(batch);
    if (isAlone) await deliverLoose();
  }

  /** Sends everything that waits, now; resolves when that was tried. Only one page of a browser sends at a time. */
  async function flush(): Promise<void> {
    if (closed) return;
    if (running) {
      urgent = true;
      return running;
    }
    rhythm.began(facts().work > 0);
    urgent = false;
    listenPatiently();
    callsUnderWay = new AbortController();
    const { signal: givenUp } = callsUnderWay;
    running = alone(lockName, 15_000, run)
      .then(
        () => void ((failures = 0), (signedOut = false)),
        // A call aborted for an immediate retry says nothing about the server.
        (error: unknown) => {
          failures = givenUp.aborted ? 0 : failures + 1;
          signedOut = error instanceof CallError && error.status === 401;
        },
      )
      .finally(() => {
        clearTimeout(whenSlow);
        running = null;
        slow = false;
        fresh = new Set();
        if (failures && !closed) rhythm.retry(pause());
        else plan();
        tell();
      });
    tell();
    return running;
  }

  function pause() {
    const [first, longest] = times.backoff;
    const limit = document.visibilityState === "visible" ? Math.min(longest, longestInViewMs) : longest;
    return Math.max(first, Math.min(limit, first * 2 ** (failures - 1)) * (0.5 + Math.random() / 2));
  }

  /** The page may be ending: sends this page's unsaved entries, at most 48 KiB, without waiting for anything. */
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

  /** Sends what this person's earlier page loads left: outbox, mirror, and the values of specification §3 that no fact covers. */
  async function sendPendingAtStart(): Promise<void> {
    loose = sendLoose ? looseTimes() : [];
    await waiting.takeMirrored();
    await waiting.readOthers();
    starting = false;
    tell();
    await flush();
  }

  /** Retries at once: the network is back, or the same person has signed in again. An older call may never end and is not waited for. */
  function resume() {
    failures = 0;
    signedOut = false;
    waiting.held.clear();
    callsUnderWay.abort();
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
    /** Resolves when answers that an earlier release stored on the device could not be sent. */
    outdated,
    /** Registers a callback for every state that the server answers, here or in another tab. Returns a function that unregisters it. */
    onState(listener: (attemptId: number, state: AttemptState) => void) {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    /** Tells who listens the state of an attempt that was read from the server: a window that does not report through this page may have changed it. */
    hear({ epoch, ...state }: Result<typeof readAttempt>) {
      for (const listener of stateListeners) listener(state.attemptId, state);
      for (const listener of epochListeners) listener(state.attemptId, epoch);
    },
    /** Registers a callback for the newest epoch of an attempt that an answer names. Returns a function that unregisters it. */
    onEpoch(listener: (attemptId: number, newest: number) => void) {
      epochListeners.add(listener);
      return () => void epochListeners.delete(listener);
    },
    /** Releases everything; what waits stays on the device. */
    close() {
      sendOnLeave();
      closed = true;
      rhythm.stop();
      clearTimeout(whenSlow);
      clearTimeout(probe);
      listening.abort();
      channel?.close();
      waiting.close();
    },
  };
}

/** Whether a retry cannot help: another person's attempt, an enrolment that ended, something that does not exist, a fact that is not understood. */
function isFinal(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  if (error.status === 403) return error.code === "not_owner" || error.code === "no_longer_enrolled";
  return [400, 404, 413, 422].includes(error.status);
}
