export interface FlushTimes {
  /** Between regular flushes, in ms, drawn at random. */
  readonly flush: readonly [number, number];
  /** From a change to the flush that carries it, in ms, when the last such flush is a regular span ago; drawn at random. */
  readonly soon: readonly [number, number];
}

/** What is sent within this is on its way, as a learner sees it. */
const nearMs = 2_000;
const between = ([from, to]: readonly [number, number]) => from + Math.random() * (to - from);

type Kind = "urgent" | "ordinary" | "retry";

/**
 * When the outbox flushes (security.md §5.3): study time every 10 to 30 seconds; a change soon, so that the learner sees it saved, but work that
 * never pauses comes down to the same 10 to 30 seconds; what completes something at once. After a failure only the retry counts.
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
    /** A flush begins: nothing is planned any more, and the next regular span is drawn. */
    began(carriesWork: boolean) {
      regularAt = performance.now() + between(flush);
      if (carriesWork && planned === "ordinary") soonFrom = regularAt;
      stop();
    },
    now: () => plan("urgent", performance.now()),
    /** For a change. isOnlyHere: nothing but this page has it, so that it does not wait its turn. */
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
