import { call } from "#platform/call.ts";
import { commit, updateLastViewedChapterAndTime } from "../contract.ts";
import { createOutbox, type Outbox, type Timing } from "./outbox.ts";

const probePatienceMs = 1_500;

let current: Outbox | null = null;
const listeners = new Set<() => void>();

/**
 * The outbox of the signed-in person. The first call for a person creates it and sends what earlier page loads left; later calls for the same person
 * return the same one. For another person the previous outbox is closed; its entries stay on the device for their owner.
 */
export function openOutbox({ userId, portalId, timing = {} }: { userId: number; portalId: number; timing?: Partial<Timing> }): Outbox {
  const userKey = `${portalId}:${userId}`;
  if (current?.userKey === userKey) return current;
  current?.close();
  const outbox = createOutbox({
    userKey,
    portalId,
    timing,
    send: ({ attemptId, clientId, epoch, commits }, options) =>
      call(commit, { params: { attemptId }, body: { clientId, epoch, commits: [...commits] } }, options),
    sendLoose: ({ attemptId, seconds, flushKey }, { signal }) =>
      call(
        updateLastViewedChapterAndTime,
        { body: { attemptId, lastViewedChapter: null, highestViewedChapter: null, minutesSpent: seconds / 60 } },
        { headers: { "idempotency-key": flushKey }, signal },
      ),
    isThere: () =>
      fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(probePatienceMs) }).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  current = outbox;
  for (const listener of listeners) listener();
  void outbox.sendPendingAtStart();
  return outbox;
}

/** The outbox opened last; null before the environment is known. */
export const currentOutbox = () => current;

/** Registers a callback for when another outbox becomes the current one. */
export function onOutboxChange(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
