import type { ApiCall, CmiFact } from "#features/progress/contract.ts";
import { cutText } from "../cut-call.ts";
import type { FactMessage } from "./protocol.ts";

/** The most bytes that the launcher sends in one keepalive fetch: 60 KB arrive, 70 KB do not (security.md §5.2). */
const leaveBytes = 48 * 1024;
/** The most bytes of values in one fact; a larger single value goes alone. */
const factBytes = 40 * 1024;
const callsInFact = 60;
/** A session's first calls are all logged, up to this number; after that, repetitions with the same result are left out. */
const callsInFull = 1000;
/** Calls that changed nothing wait at most this long, in ms, for a fact to be sent with. */
const callsMs = 20_000;
/** When the page has not stored a fact after this time, in ms, the launcher sends it itself. */
const patienceMs = 10_000;
/** Where there is no page, facts that are not urgent wait for others this long, in ms. */
const togetherMs = 2_000;
/** A fact that was sent while the page was being left is not sent that way again within this time, in ms. */
const againMs = 5_000;

const urgent = /^cmi\.(?:core\.(?:lesson_status|score\.raw)|completion_status|success_status|score\.(?:scaled|raw))$/;

interface Unsent {
  readonly seq: number;
  readonly fact: CmiFact;
  readonly bornAt: number;
  onDevice: boolean;
  leftAt: number;
}

export interface JournalOptions {
  readonly firstSeq: number;
  /** Passes a fact to the page. */
  readonly post: (message: FactMessage) => void;
  /** Sends facts to the server; null in a test, where nothing is recorded. Returns what is stored, or when to retry. */
  readonly send: ((commits: { seq: number; fact: CmiFact }[], options: { keepalive: boolean }) => Promise<Sent>) | null;
  /** There is no page that stores facts: all are sent from here. */
  readonly isAlone?: boolean;
}
export type Sent = { readonly stored: readonly number[] } | { readonly retryAfterMs: number } | { readonly final: true };

export type Journal = ReturnType<typeof createJournal>;

/**
 * Turns what a package changes into facts, at the latest at the end of the event loop turn in which it changed, and keeps each until the server has it
 * (SCO-4). The page's outbox stores and sends them; when the page cannot, the launcher does, with the same identity.
 */
export function createJournal({ firstSeq, post, send, isAlone = false }: JournalOptions) {
  let seq = firstSeq;
  let session: { scoKey: string; id: string; startedAt: number } | null = null;
  let values = new Map<string, string>();
  let calls: ApiCall[] = [];
  let logged = 0;
  let heard = new Set<string>();
  let isFresh = false;
  let isScheduled = false;
  let callsTimer: ReturnType<typeof setTimeout> | undefined;
  let retryAt = 0;
  let isSending = false;
  let isLeaving = false;
  const unsent = new Map<number, Unsent>();

  function put(scoKey: string, id: string, part: Pick<CmiFact, "values" | "calls" | "ended" | "fresh">) {
    const fact: CmiFact = { kind: "cmi", scoKey, session: id, ...part };
    const isUrgent = part.ended !== undefined || Object.keys(part.values).some((name) => urgent.test(name));
    if (send) unsent.set(seq, { seq, fact, bornAt: performance.now(), onDevice: false, leftAt: 0 });
    post({ type: "fact", seq, fact, isUrgent });
    seq++;
    if (isLeaving) sendOnLeave();
    else if (isAlone) sendIn(isUrgent ? 0 : togetherMs);
  }

  /** Makes facts of the collected changes and calls. */
  function flush(ended?: CmiFact["ended"]) {
    isScheduled = false;
    clearTimeout(callsTimer);
    callsTimer = undefined;
    if (!session || (values.size === 0 && calls.length === 0 && ended === undefined)) return;
    const parts = chunks(values);
    const groups = Array.from({ length: Math.max(parts.length, Math.ceil(calls.length / callsInFact), 1) }, (_, index) => index);
    for (const index of groups) {
      const some = calls.slice(index * callsInFact, (index + 1) * callsInFact);
      put(session.scoKey, session.id, {
        values: parts[index] ?? {},
        ...(some.length > 0 && { calls: some }),
        ...(isFresh && index === 0 && { fresh: true }),
        ...(ended !== undefined && index === groups.length - 1 && { ended }),
      });
    }
    values = new Map();
    calls = [];
    isFresh = false;
  }

  const due = (isDue: (one: Unsent) => boolean) => [...unsent.values()].filter(isDue);
  const settle = (seqs: readonly number[]) => seqs.forEach((one) => unsent.delete(one));

  async function deliver(batch: readonly Unsent[], keepalive: boolean) {
    if (!send || batch.length === 0) return;
    const sent = await send(
      batch.map(({ seq: one, fact }) => ({ seq: one, fact })),
      { keepalive },
    );
    if ("stored" in sent) settle(sent.stored);
    else if ("final" in sent) settle(batch.map(({ seq: one }) => one));
    else retryAt = performance.now() + sent.retryAfterMs;
  }

  /** The page may be ending: sends what the server may not have, in several requests if necessary, statuses before large values. */
  function sendOnLeave() {
    if (!isLeaving) flush();
    const now = performance.now();
    if (now < retryAt) return;
    const leaving = due(({ leftAt }) => leftAt === 0 || now - leftAt > againMs);
    for (const batch of batches(leaving)) {
      for (const one of batch) one.leftAt = now;
      // A larger request only arrives if the page lives on; the device should have stored it by now.
      void deliver(batch, bytesOf(batch) <= leaveBytes).catch(() => undefined);
    }
  }

  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let sendsAt = Infinity;
  /** Sends within this time, in ms, what only this window has. */
  function sendIn(ms: number) {
    const at = performance.now() + ms;
    if (!send || at >= sendsAt) return;
    clearTimeout(sendTimer);
    sendsAt = at;
    sendTimer = setTimeout(() => {
      sendsAt = Infinity;
      void sendForgotten();
    }, ms);
  }

  /** Sends what the page has not stored in time: its window may be gone. */
  async function sendForgotten() {
    const now = performance.now();
    if (isSending || now < retryAt) return;
    const forgotten = due(({ onDevice, bornAt }) => !onDevice && (isAlone || now - bornAt > patienceMs));
    if (forgotten.length === 0) return;
    isSending = true;
    try {
      for (const batch of batches(forgotten)) if (performance.now() >= retryAt) await deliver(batch, false);
    } catch {
      retryAt = performance.now() + (isAlone ? againMs : patienceMs);
    } finally {
      isSending = false;
      // What was reported meanwhile.
      if (isAlone && unsent.size > 0 && performance.now() >= retryAt) sendIn(togetherMs);
    }
  }
  if (send) setInterval(() => void sendForgotten(), againMs);
  if (isAlone)
    window.addEventListener("online", () => {
      retryAt = 0;
      void sendForgotten();
    });

  return {
    flush,
    sendOnLeave,
    /** While the page is ending, every fact is sent as soon as it is made. */
    leaving(value: boolean) {
      isLeaving = value;
    },
    /** Begins a session of a SCO. fresh: its earlier state is reset. */
    begin(scoKey: string, id: string, first: Record<string, string>, fresh: boolean) {
      flush();
      session = { scoKey, id, startedAt: performance.now() };
      logged = 0;
      heard = new Set();
      isFresh = fresh;
      for (const [name, value] of Object.entries(first)) values.set(name, value);
      flush();
    },
    /** Records a change; it is sent with the others of this turn. */
    record(name: string, value: string) {
      values.set(name, value.replaceAll("\0", ""));
      if (isScheduled) return;
      isScheduled = true;
      queueMicrotask(() => isScheduled && flush());
    },
    /** Logs a call. Returns the log entry. */
    log(call: string, details: { element?: string | undefined; value?: string | undefined; result: string; error: string }): ApiCall {
      const at = session ? Math.round(performance.now() - session.startedAt) : 0;
      const entry: ApiCall = {
        at,
        call,
        result: cutText(details.result),
        error: details.error.slice(0, 10),
        ...(details.element !== undefined && { element: details.element.slice(0, 255).replaceAll("\0", "").toWellFormed() }),
        ...(details.value !== undefined && { value: cutText(details.value) }),
      };
      logged++;
      if (logged > callsInFull) {
        const key = JSON.stringify([call, details.element, details.value, details.result, details.error]);
        if (heard.has(key)) return entry;
        heard.add(key);
      }
      calls.push(entry);
      if (calls.length >= 4 * callsInFact) flush();
      else callsTimer ??= setTimeout(() => flush(), callsMs);
      return entry;
    },
    /** Ends the session; the last fact says how it ended. */
    end(ended: NonNullable<CmiFact["ended"]>) {
      flush(ended);
      session = null;
    },
    /** Records a fact outside the SCO's session: the sequencing state. */
    note(scoKey: string, id: string, noted: Record<string, string>) {
      flush();
      put(scoKey, id, { values: noted });
    },
    kept(seqs: readonly number[], where: "device" | "server") {
      if (where === "server") return settle(seqs);
      for (const one of seqs) {
        const found = unsent.get(one);
        if (found) found.onDevice = true;
      }
    },
  };
}

const encoder = new TextEncoder();
const bytesOf = (batch: readonly Unsent[]) => batch.reduce((sum, { fact }) => sum + sizeOf(fact) + 40, 0);
const sizes = new WeakMap<CmiFact, number>();
function sizeOf(fact: CmiFact): number {
  const known = sizes.get(fact) ?? encoder.encode(JSON.stringify(fact)).length;
  sizes.set(fact, known);
  return known;
}

/** Values in groups that are each small enough for a fact. */
function chunks(values: ReadonlyMap<string, string>): Record<string, string>[] {
  const groups: { bytes: number; values: Record<string, string> }[] = [];
  for (const [name, value] of values) {
    const bytes = name.length + encoder.encode(value).length + 8;
    const last = groups.at(-1);
    if (last && last.bytes + bytes <= factBytes) {
      last.values[name] = value;
      last.bytes += bytes;
    } else groups.push({ bytes, values: { [name]: value } });
  }
  return groups.map((group) => group.values);
}

/** Facts in requests that are small enough for a keepalive fetch, small facts first: they contain status and score. */
function batches(facts: readonly Unsent[]): Unsent[][] {
  const result: Unsent[][] = [];
  for (const one of facts.toSorted((a, b) => Number(sizeOf(a.fact) > factBytes) - Number(sizeOf(b.fact) > factBytes) || a.seq - b.seq)) {
    const last = result.at(-1);
    if (last && last.length < 200 && bytesOf(last) + sizeOf(one.fact) + 40 <= leaveBytes) last.push(one);
    else result.push([one]);
  }
  return result;
}
