/** The save state that the learner sees. "saved" only after the server has confirmed. */
export interface OutboxStatus {
  /**
   * saved: the server has everything but the study time of the last moments. saving: being sent, or within two seconds. kept: stored on this device,
   * to be sent with the next regular flush. waiting: not saved yet, will be retried. offline: no network.
   * blocked: this device stores nothing and the server cannot be reached, so closing the page would lose work.
   */
  readonly state: "saved" | "saving" | "kept" | "waiting" | "offline" | "blocked";
  /** Study seconds that the server does not have yet. */
  readonly pendingSeconds: number;
  readonly pendingCount: number;
  /** Number of entries that the server keeps refusing; they are kept, and not sent again before the next start. */
  readonly heldCount: number;
  /** Why the server keeps refusing an entry of this page, in its words; null while anything else keeps entries from being saved. */
  readonly refusal: string | null;
  /** Time of the server's last confirmation in milliseconds since 1970; null before the first. */
  readonly lastSavedAt: number | null;
  /** The server answers, but knows no session: what waits goes out once the same person has signed in again. */
  readonly isSignedOut: boolean;
}

/** The outbox's internal state, from which the status is derived. */
export interface OutboxFacts {
  /** Number of sealed entries that wait; the slice that is growing is not included. */
  readonly waiting: number;
  /** How many of them are more than study time that was just sealed. */
  readonly work: number;
  readonly seconds: number;
  readonly held: number;
  /** Why the server refused an entry of this page for good. */
  readonly refusal: string | null;
  readonly online: boolean;
  /** What earlier page loads left has not been read yet; until then nothing is called saved. */
  readonly starting: boolean;
  /** A flush is running or about to begin. */
  readonly sending: boolean;
  /** The last try failed, or the current one takes too long. */
  readonly failing: boolean;
  /** The last try was told that nobody is signed in. */
  readonly signedOut: boolean;
  readonly storageDenied: boolean;
  readonly lastSavedAt: number | null;
}

/** The only place that names a state. */
export function statusOf(facts: OutboxFacts): OutboxStatus {
  const unreachable = !facts.online || facts.failing;
  const state =
    facts.storageDenied && unreachable && (facts.waiting > 0 || facts.seconds > 0)
      ? "blocked"
      : !facts.online
        ? "offline"
        : facts.failing || facts.refusal !== null
          ? "waiting"
          : facts.starting || (facts.work > 0 && facts.sending)
            ? "saving"
            : facts.work > 0
              ? "kept"
              : "saved";
  return {
    state,
    pendingSeconds: facts.seconds,
    pendingCount: facts.waiting,
    heldCount: facts.held,
    refusal: unreachable ? null : facts.refusal,
    lastSavedAt: facts.lastSavedAt,
    isSignedOut: facts.signedOut && facts.online,
  };
}

/** A store for useSyncExternalStore: the snapshot only changes when one of its values does. */
export function createStatusStore(initial: OutboxStatus) {
  let snapshot = initial;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next: OutboxStatus) {
      if ((Object.keys(next) as (keyof OutboxStatus)[]).every((key) => next[key] === snapshot[key])) return;
      snapshot = next;
      for (const listener of listeners) listener();
    },
  };
}
