/** What the learner is told. "saved" only after the server's word. */
export interface OutboxStatus {
  /**
   * saved: the server has everything but the study time of the last moments. saving: on the way now or within two seconds. kept: on this device,
   * to be sent with the next regular flush. waiting: not saved yet, will be tried again. offline: no network.
   * blocked: this device keeps nothing and the server cannot be reached, so closing the page would lose work.
   */
  readonly state: "saved" | "saving" | "kept" | "waiting" | "offline" | "blocked";
  /** Study seconds the server does not have yet. */
  readonly pendingSeconds: number;
  readonly pendingCount: number;
  /** Entries that the server keeps turning down; kept, not sent again before the next start. */
  readonly heldCount: number;
  /** Milliseconds since 1970 of the server's last word; null before the first. */
  readonly lastSavedAt: number | null;
}

/** What the outbox knows of itself, from which the status follows. */
export interface OutboxFacts {
  /** Sealed entries waiting; the slice that is growing just now is not among them. */
  readonly waiting: number;
  /** Those of them that are more than study time sealed a moment ago. */
  readonly work: number;
  readonly seconds: number;
  readonly held: number;
  readonly heldNow: boolean;
  readonly online: boolean;
  /** What earlier page loads left is not known yet; until then nothing is called saved. */
  readonly starting: boolean;
  /** A flush is under way or about to begin. */
  readonly sending: boolean;
  /** The last try failed, or one takes too long. */
  readonly failing: boolean;
  readonly storageDenied: boolean;
  readonly lastSavedAt: number | null;
}

/** The one place where a state gets its name. */
export function statusOf(facts: OutboxFacts): OutboxStatus {
  const unreachable = !facts.online || facts.failing;
  const state =
    facts.storageDenied && unreachable && (facts.waiting > 0 || facts.seconds > 0)
      ? "blocked"
      : !facts.online
        ? "offline"
        : facts.failing || facts.heldNow
          ? "waiting"
          : facts.starting || (facts.work > 0 && facts.sending)
            ? "saving"
            : facts.work > 0
              ? "kept"
              : "saved";
  return { state, pendingSeconds: facts.seconds, pendingCount: facts.waiting, heldCount: facts.held, lastSavedAt: facts.lastSavedAt };
}

/** A store for useSyncExternalStore: the snapshot changes only when something in it does. */
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
