export interface StudyClockOptions {
  /** Whole seconds of study since the last call; about once a second while someone studies. */
  readonly onSeconds: (seconds: number) => void;
  /** Without a sign of life for this long, time no longer counts. */
  readonly idleMs?: number;
  readonly tickMs?: number;
}

/** A pause of the whole computer is no study: between two ticks at most this much counts. */
const longestTickMs = 10_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"] as const;

/**
 * Measures studying (security.md §5.3): only while the page is visible and someone is there, by a clock that nobody can set. Keys, pointer and
 * scrolling are heard by itself; touch() says that something else shows a learner at work, such as a playing video; elsewhere() that they are at work
 * in another window of this page, which may cover it.
 */
export function createStudyClock({ onSeconds, idleMs = 5 * 60_000, tickMs = 1_000 }: StudyClockOptions) {
  let last = performance.now();
  let activeUntil = last + idleMs;
  let visible = document.visibilityState === "visible";
  /** Until when a window that belongs to this page is known to be in front. */
  let elsewhereUntil = 0;
  let unspent = 0;

  function measure() {
    const now = performance.now();
    const seenUntil = visible ? now : elsewhereUntil;
    unspent += Math.max(0, Math.min(now, seenUntil, activeUntil, last + longestTickMs) - last);
    last = now;
    const seconds = Math.floor(unspent / 1000);
    if (seconds < 1) return;
    unspent -= seconds * 1000;
    onSeconds(seconds);
  }
  function touch() {
    const now = performance.now();
    // Coming back after a pause: the pause itself does not count.
    if (now > activeUntil) measure();
    activeUntil = now + idleMs;
  }
  /** Says whether a window of this page's own is in front; to be said again while it is, or it is taken for gone. */
  function elsewhere(isInFront: boolean) {
    measure();
    const now = performance.now();
    elsewhereUntil = isInFront ? now + longestTickMs : now;
  }
  function onVisibility() {
    measure();
    visible = document.visibilityState === "visible";
    if (visible) touch();
  }

  const timer = setInterval(measure, tickMs);
  // Capture, and before the outbox hears of it: the last second of a page that ends belongs to it.
  document.addEventListener("visibilitychange", onVisibility, true);
  window.addEventListener("pagehide", measure, true);
  for (const sign of signs) window.addEventListener(sign, touch, { passive: true, capture: true });
  return {
    touch,
    elsewhere,
    /** Counts what is left and stops. */
    stop() {
      measure();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibility, true);
      window.removeEventListener("pagehide", measure, true);
      for (const sign of signs) window.removeEventListener(sign, touch, { capture: true });
    },
  };
}
