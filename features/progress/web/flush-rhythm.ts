export interface FlushTimes {
  /** Shortest and longest interval between regular flushes, in ms; the actual one is random. */
  readonly flush: readonly [number, number];
  /** Shortest and longest delay from a change to its flush, in ms, if the last such flush is a regular interval ago; random too. */
  readonly soon: readonly [number, number];
}

/** Something that will be sent within this time, in ms, is shown to the learner as being sent. */
const nearMs = 2_000;
const between = ([from, to]: readonly [number, number]) => from + Math.random() * (to - from);

type Kind = "urgent" | "ordinary" | "retry";

/**
 * Decides when the outbox flushes (security.md §5.3): study time every 10 to 30 seconds; a change soon, so that the learner sees it saved, though
 * continuous changes are slowed to the same 10 to 30 seconds; what completes something at once. After a failure only the retry counts.
 */
export function createFlushRhythm({ flush, soon }: FlushTimes, onDue: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let planned: Kind | null = null;
  let regularAt = 0;
  let soonFrom = 0;

  function plan(kind: Kind, at: number) {
    if (planned === "retry" || at >= dueAt) return;
    clearTimeout(timer);
    planned = kind;
    dueAt = at;
    timer = setTimeout(onDue, Math.max(0, at - performance.now()));
  }
  function stop() {
    clearTimeout(timer);
    planned = null;
    dueAt = Infinity;
  }

  return {
    /** A flush begins: the plan is cleared, and the next regular interval is drawn. */
    began(carriesWork: boolean) {
      regularAt = performance.now() + between(flush);
      if (carriesWork && planned === "ordinary") soonFrom = regularAt;
      stop();
    },
    now: () => plan("urgent", performance.now()),
    /** Plans the flush for a change. isOnlyHere: only this page's memory holds it, so it is not slowed down. */
    soon(isOnlyHere: boolean) {
      const at = performance.now() + between(soon);
      plan("ordinary", isOnlyHere ? at : Math.max(at, soonFrom));
    },
    regular() {
      const now = performance.now();
      plan("ordinary", regularAt > now ? regularAt : now + between(flush));
    },
    retry: (delayMs: number) => plan("retry", performance.now() + delayMs),
    /** Whether a flush is about to begin. */
    isNear: () => dueAt - performance.now() <= nearMs,
    stop,
  };
}
