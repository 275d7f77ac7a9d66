import type { Result } from "#platform/contract.ts";
import { CallError } from "#platform/call.ts";
import type { AttemptState, commit, Fact } from "../contract.ts";
import { batchBytes, batchesOf, bytesOf, halves, type Batch } from "./outbox-batches.ts";
import { secondsOf, type OutboxEntry } from "./outbox-entry.ts";
import { createStatusStore, statusOf } from "./outbox-status.ts";
import { openOutboxStore } from "./outbox-store.ts";
import { alone, livingPages, markPageLiving, randomId } from "./page-locks.ts";
import { dropMirror, looseTimes, mirroredAttempt, mirroredEntries, mirrorTime, settleLoose, sumTime, type LooseTime } from "./time-mirror.ts";

/** How a fact fared: state after the server stored it, and why it could not be applied, if so. */
export interface Acknowledged {
  readonly state: AttemptState;
  readonly refused: string | null;
}

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

interface Pending {
  entry: OutboxEntry;
  readonly settle: (word: Acknowledged) => void;
  /** Went out with the page; not sent that way again before this moment. */
  leftAt: number;
}

/**
 * The outbox of one person in this browser (security.md §5.3): accepted at once, durable on the device when IndexedDB says so, saved when the server
 * says so. Entries leave only after that; nothing is ever dropped. Sending again is harmless, the server counts (attempt, client, seq) once.
 */
export function createOutbox({ userKey, portalId, send, sendLoose, timing = {} }: OutboxOptions) {
  const times = { ...usual, ...timing };
  const pageId = randomId();
  const store = openOutboxStore();
  const living = markPageLiving(pageId);
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("stoa-outbox");
  const lastSeq = new Map<string, number>();
  const mine = new Map<string, Pending>();
  /** Entries of earlier page loads and other tabs, as last read. */
  const others = new Map<string, OutboxEntry>();
  const held = new Set<string>();
  const stateListeners = new Set<(attemptId: number, state: AttemptState) => void>();
  let failures = 0;
  let slow = false;
  let storageDenied = false;
  let lastSavedAt: number | null = null;
  let urgent = false;
  let loose: LooseTime[] = [];
  let starting = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let closed = false;

  const facts = () => {
    const every = [...[...mine.values()].map(({ entry }) => entry), ...others.values()];
    const waiting = every.filter(({ id, open }) => !open && !held.has(id));
    return {
      waiting: waiting.length,
      seconds: Math.round(every.filter(({ id }) => !held.has(id)).reduce((sum, entry) => sum + secondsOf(entry), 0) + loose.reduce((sum, { seconds }) => sum + seconds, 0)),
      held: held.size,
      heldNow: [...held].some((id) => mine.has(id)),
      online: navigator.onLine,
      starting,
      failing: failures > 0 || slow,
      storageDenied,
      lastSavedAt,
    };
  };
  const status = createStatusStore(statusOf(facts()));
  const tell = () => status.set(statusOf(facts()));

  const mirror = (attemptId: number, clientId: string) =>
    mirrorTime({ userKey, portalId, attemptId, clientId }, [...mine.values()].map(({ entry }) => entry).filter((entry) => entry.clientId === clientId));

  async function keep(entries: readonly OutboxEntry[]): Promise<boolean> {
    const kept = await store.put(entries);
    // Acknowledged while the device was still writing: it must not come back.
    const gone = entries.filter(({ id }) => !mine.has(id)).map(({ id }) => id);
    if (gone.length) await store.remove(gone);
    if (storageDenied === kept) {
      storageDenied = !kept;
      tell();
    }
    return kept;
  }

  function accept(attemptId: number, epoch: number, fact: Fact, open: boolean): { entry: OutboxEntry; onServer: Promise<Acknowledged> } {
    const clientId = `${pageId}-${attemptId}`;
    const seq = (lastSeq.get(clientId) ?? 0) + 1;
    lastSeq.set(clientId, seq);
    const entry: OutboxEntry = { id: `${clientId}:${seq}`, userKey, portalId, attemptId, clientId, seq, epoch, kind: fact.kind, fact, at: Date.now(), ...(open && { open }) };
    let settle: (word: Acknowledged) => void = () => {};
    const onServer = new Promise<Acknowledged>((resolve) => (settle = resolve));
    mine.set(entry.id, { entry, settle, leftAt: 0 });
    return { entry, onServer };
  }

  /** Accepts a fact. Views and quizzes handed in go out at once, the rest with the next flush. */
  function add(attemptId: number, epoch: number, fact: Fact): Added {
    const { entry, onServer } = accept(attemptId, epoch, fact, false);
    if (fact.kind === "time") mirror(attemptId, entry.clientId);
    const onDevice = keep([entry]);
    if (fact.kind === "view" || fact.kind === "submit") hurry();
    else schedule();
    tell();
    return { seq: entry.seq, onDevice, onServer };
  }

  /** Adds study time to the slice that is growing: kept on the device with every call, sent as one fact with the next flush. */
  function addTime(attemptId: number, epoch: number, seconds: number, pageOn?: string) {
    if (!(seconds > 0)) return;
    const growing = [...mine.values()].find(
      ({ entry: { open, attemptId: attempt, epoch: opening, fact } }) =>
        open && attempt === attemptId && opening === epoch && fact.kind === "time" && fact.pageId === pageOn,
    );
    let { entry } = growing ?? {};
    if (growing && entry) {
      entry = { ...entry, at: Date.now(), fact: { ...entry.fact, kind: "time", seconds: secondsOf(entry) + seconds } };
      growing.entry = entry;
    } else entry = accept(attemptId, epoch, { kind: "time", seconds, ...(pageOn !== undefined && { pageId: pageOn }) }, true).entry;
    const { id, clientId } = entry;
    // Other pages must see that this one lives before they see a growing slice, or they would send it half grown.
    void living.ready.then(() => {
      const now = mine.get(id)?.entry;
      if (!now) return;
      mirror(attemptId, clientId);
      void keep([now]);
    });
    schedule();
    tell();
  }

  /** Ends the growing slices, so that they can be sent; what comes next begins new ones. */
  function seal(): OutboxEntry[] {
    const sealed: OutboxEntry[] = [];
    for (const pending of mine.values())
      if (pending.entry.open) {
        const { open: _, ...entry } = pending.entry;
        pending.entry = entry;
        sealed.push(entry);
      }
    return sealed;
  }

  function settle(batch: Batch, answer: Result<typeof commit>) {
    const refused = new Map(answer.refused.map(({ seq, message }) => [seq, message]));
    const ids = answer.stored.map((seq) => `${batch.clientId}:${seq}`);
    settleIds(ids, (id) => ({ state: answer.state, refused: refused.get(Number(id.slice(id.lastIndexOf(":") + 1))) ?? null }));
    channel?.postMessage({ userKey, ids, answer });
    lastSavedAt = Date.now();
    for (const listener of stateListeners) listener(batch.attemptId, answer.state);
    tell();
    return store.remove(ids);
  }

  function settleIds(ids: readonly string[], wordOf: (id: string) => Acknowledged) {
    const mirrors = new Map<string, number>();
    for (const id of ids) {
      others.delete(id);
      held.delete(id);
      const pending = mine.get(id);
      if (!pending) continue;
      mine.delete(id);
      pending.settle(wordOf(id));
      mirrors.set(pending.entry.clientId, pending.entry.attemptId);
    }
    for (const [clientId, attemptId] of mirrors) mirror(attemptId, clientId);
  }

  /** Sends one call. A fact that can never be taken is held back by itself, so that it blocks nothing behind it; a passing failure is thrown. */
  async function deliver(batch: Batch): Promise<void> {
    const whenSlow = setTimeout(() => {
      slow = true;
      tell();
    }, times.slowMs);
    try {
      await settle(batch, await send(batch, { keepalive: false }));
    } catch (error) {
      if (!isFinal(error)) throw error;
      const forAll = error.status === 403 || error.status === 404;
      if (!forAll && batch.commits.length > 1) for (const half of halves(batch)) await deliver(half);
      else for (const { seq } of batch.commits) held.add(`${batch.clientId}:${seq}`);
    } finally {
      clearTimeout(whenSlow);
      slow = false;
      tell();
    }
  }

  async function run(isAlone: boolean) {
    const sealed = seal();
    if (sealed.length) await keep(sealed);
    // Not alone, another page is sending: leave it the common part and save what is ours.
    if (isAlone || others.size) await readOthers();
    const due = [...[...mine.values()].map(({ entry }) => entry), ...(isAlone ? others.values() : [])];
    for (const batch of batchesOf(due.filter(({ id, open }) => !open && !held.has(id)))) await deliver(batch);
    if (isAlone) await deliverLoose();
  }

  /** Sends the values of specification §3 that nothing else covers; each is removed only after the server counted it. */
  async function deliverLoose() {
    if (!sendLoose) return;
    for (const one of looseTimes().filter(({ flushKey }) => loose.some((due) => due.flushKey === flushKey)))
      try {
        await sendLoose(one);
        settleLoose(one);
      } catch (error) {
        // Not this person's (403 not_owner), or of nobody here: it stays for its owner.
        if (!isFinal(error)) throw error;
      } finally {
        tell();
      }
    loose = [];
  }

  async function readOthers() {
    const listed = await store.list(userKey);
    if (!listed) return;
    const lives = await livingPages();
    others.clear();
    for (const entry of listed) {
      const page = entry.clientId.slice(0, pageId.length);
      if (page === pageId) continue;
      const grows = entry.open && (lives ? lives(page) : Date.now() - entry.at < 60_000);
      if (grows) continue;
      const { open: _, ...sealed } = entry;
      others.set(entry.id, sealed);
    }
    tell();
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
    running = alone(`stoa-outbox:${userKey}`, 15_000, run)
      .then(
        () => void (failures = 0),
        () => void failures++,
      )
      .finally(() => {
        running = null;
        tell();
        if (failures) schedule(pause());
        else if (urgent) hurry();
        else if (facts().waiting + facts().seconds > 0) schedule();
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
    const sealed = seal();
    if (sealed.length) void keep(sealed);
    for (const { clientId, attemptId } of sealed) mirror(attemptId, clientId);
    const now = performance.now();
    const due = [...mine.values()].filter(({ entry, leftAt }) => !held.has(entry.id) && (leftAt === 0 || now - leftAt > 5_000));
    let room = batchBytes;
    for (const batch of batchesOf(due.map(({ entry }) => entry))) {
      room -= bytesOf(batch);
      if (room < 0) break;
      for (const { seq } of batch.commits) {
        const pending = mine.get(`${batch.clientId}:${seq}`);
        if (pending) pending.leftAt = now;
      }
      send(batch, { keepalive: true }).then(
        (answer) => settle(batch, answer),
        // It still waits in the outbox; the next flush or the next start sends it.
        () => undefined,
      );
    }
  }

  /** Sends what earlier page loads left, of this person only: outbox, mirror, and the values of specification §3 that nothing else covers. */
  async function sendPendingAtStart(): Promise<void> {
    loose = sendLoose ? looseTimes() : [];
    const lives = await livingPages();
    const mirrored = mirroredEntries(userKey).filter(({ clientId }) => !lives?.(clientId.slice(0, pageId.length)) && !clientId.startsWith(pageId));
    if (mirrored.length) {
      const listed = new Map((await store.list(userKey))?.map((entry) => [entry.id, entry]));
      const lacking = mirrored.filter((entry) => {
        const known = listed.get(entry.id);
        return !known || (known.open && secondsOf(known) < secondsOf(entry));
      });
      const kept = await store.put(lacking);
      if (kept) for (const clientId of new Set(mirrored.map((entry) => entry.clientId))) dropMirror(clientId);
      else for (const { open: _, ...entry } of lacking) others.set(entry.id, entry);
    }
    await readOthers();
    starting = false;
    tell();
    await flush();
  }

  const onHidden = () => (document.visibilityState === "hidden" ? sendOnLeave() : void flush());
  const onOnline = () => resume();
  const onOffline = () => tell();
  const onStorage = ({ key }: StorageEvent) => {
    const attemptId = mirroredAttempt(key);
    if (attemptId !== null) sumTime(attemptId);
  };
  document.addEventListener("visibilitychange", onHidden);
  window.addEventListener("pagehide", sendOnLeave);
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  window.addEventListener("storage", onStorage);
  channel?.addEventListener("message", ({ data }: MessageEvent<{ userKey: string; ids: string[]; answer: Result<typeof commit> }>) => {
    if (data.userKey !== userKey) return;
    const refused = new Map(data.answer.refused.map(({ seq, message }) => [String(seq), message]));
    settleIds(data.ids, (id) => ({ state: data.answer.state, refused: refused.get(id.slice(id.lastIndexOf(":") + 1)) ?? null }));
    lastSavedAt = Date.now();
    tell();
  });

  /** Tries again at once: the network is back, or the same person has signed in again. */
  function resume() {
    failures = 0;
    held.clear();
    tell();
    clearTimeout(timer);
    timer = undefined;
    void flush();
  }

  return {
    userKey,
    add,
    addTime,
    flush,
    resume,
    sendPendingAtStart,
    status,
    /** Calls back with every state the server answers. Returns the way to stop. */
    onState(listener: (attemptId: number, state: AttemptState) => void) {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    /** Lets go of everything; what waits stays on the device. */
    close() {
      sendOnLeave();
      closed = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("pagehide", sendOnLeave);
      window.removeEventListener("online", onOnline);
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("storage", onStorage);
      channel?.close();
      living.stop();
      store.close();
    },
  };
}

/** An answer that trying again cannot change: another person's attempt, a thing that is not there, a fact that is not understood. */
function isFinal(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  if (error.status === 403) return error.code === "not_owner";
  return [400, 404, 413, 422].includes(error.status);
}
