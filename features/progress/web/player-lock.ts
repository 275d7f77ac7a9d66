export interface PlayerLock {
  /** Makes this window the one that plays; the window that played is told. */
  takeOver(): void;
  release(): void;
}

/** A window that is being closed or reloaded releases the lock up to this long after the next one asks for it, in ms. */
const goingMs = 300;

/**
 * Lets only one window of a browser play a course at a time (security.md §5.3). name: identifies the course and the person. Calls onChange(true) once this
 * window plays, and onChange(false) when another one does, at the start or after a takeover. A window that found another one playing plays by itself once
 * the other has gone, as soon as somebody looks at it. Without Web Locks this window always plays; the epoch still orders what it sends.
 */
export function holdPlayer(name: string, { onChange }: { onChange: (plays: boolean) => void }): PlayerLock {
  const released = new AbortController();
  let queued = new AbortController();
  let letGo = () => {};
  let holds = false;
  /** Another window was playing before this one ever did. */
  let isLate = false;
  let asked = 0;

  function request(options: LockOptions, onAnswer = () => {}) {
    const mine = ++asked;
    navigator.locks
      .request(`stoa-player:${name}`, options, () => {
        onAnswer();
        if (mine !== asked || released.signal.aborted) return;
        // Nobody looks: asked again when somebody does.
        if (isLate && document.visibilityState !== "visible") return;
        holds = true;
        isLate = false;
        onChange(true);
        return new Promise<void>((resolve) => (letGo = resolve));
      })
      .catch(() => {
        onAnswer();
        // Taken over by another window.
        if (mine !== asked || released.signal.aborted) return;
        holds = false;
        onChange(false);
      });
  }
  function ask() {
    if (!("locks" in navigator)) return onChange(true);
    queued.abort();
    queued = new AbortController();
    const late = setTimeout(() => {
      isLate = true;
      if (!released.signal.aborted) onChange(false);
    }, goingMs);
    request({ signal: queued.signal }, () => clearTimeout(late));
  }
  const look = () => void (isLate && document.visibilityState === "visible" && ask());
  window.addEventListener("focus", look, { signal: released.signal });
  document.addEventListener("visibilitychange", look, { signal: released.signal });
  ask();
  return {
    takeOver() {
      if (holds || !("locks" in navigator)) return;
      queued.abort();
      isLate = false;
      request({ steal: true });
    },
    release() {
      released.abort();
      queued.abort();
      holds = false;
      letGo();
    },
  };
}
