export interface StudyClockOptions {
  /** Called with whole seconds of study since the last call; about once a second while somebody studies. */
  readonly onSeconds: (seconds: number) => void;
  /** After this long without activity, in ms, time no longer counts. */
  readonly idleMs?: number;
  readonly tickMs?: number;
}

/** At most this much counts between two ticks, because a suspended computer does not study. */
const longestTickMs = 10_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"] as const;

/**
 * Measures study time (security.md §5.3): only while the page is visible and somebody is active, by a clock that cannot be set. Keys, pointer and
 * scrolling are observed here; touch() reports other activity, such as a playing video; elsewhere() reports activity in another window of this page,
 * which may cover it.
 */
export function createStudyClock({ onSeconds, idleMs = 5 * 60_000, tickMs = 1_000 }: StudyClockOptions) {
  let last = performance.now();
  let activeUntil = last + idleMs;
  let visible = document.visibilityState === "visible";
  /** Until when a window that this page opened is known to be in front. */
  let elsewhereUntil = 0;
  let unspent = 0;
  let isHeld = false;

  function measure() {
    const now = performance.now();
    const seenUntil = visible ? now : elsewhereUntil;
    if (!isHeld) unspent += Math.max(0, Math.min(now, seenUntil, activeUntil, last + longestTickMs) - last);
    last = now;
    const seconds = Math.floor(unspent / 1000);
    if (seconds < 1) return;
    unspent -= seconds * 1000;
    onSeconds(seconds);
  }
  function touch() {
    const now = performance.now();
    // Back after a pause: the pause itself does not count.
    if (now > activeUntil) measure();
    activeUntil = now + idleMs;
  }
  /** Reports whether a window of this page is in front; repeat it while it is, or the window is taken as closed. */
  function elsewhere(isInFront: boolean) {
    measure();
    const now = performance.now();
    elsewhereUntil = isInFront ? now + longestTickMs : now;
  }
  /** Time does not count while what the person studies has stopped answering. */
  function hold(value: boolean) {
    measure();
    isHeld = value;
  }
  function onVisibility() {
    measure();
    visible = document.visibilityState === "visible";
    if (visible) touch();
  }

  const timer = setInterval(measure, tickMs);
  // In the capture phase, before the outbox's listener: the last second of a page that ends must be in what the outbox sends.
  document.addEventListener("visibilitychange", onVisibility, true);
  window.addEventListener("pagehide", measure, true);
  for (const sign of signs) window.addEventListener(sign, touch, { passive: true, capture: true });
  return {
    touch,
    elsewhere,
    hold,
    /** Counts the rest and stops. */
    stop() {
      measure();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibility, true);
      window.removeEventListener("pagehide", measure, true);
      for (const sign of signs) window.removeEventListener(sign, touch, { capture: true });
    },
  };
}
