export interface PlayerLock {
  /** Makes this window the one that plays; the window that played is told. */
  takeOver(): void;
  release(): void;
}

/** A window that is being closed or reloaded releases the lock up to this long after the next one asks for it, in ms. */
const goingMs = 300;

/**
 * Lets only one window of a browser play a course at a time (security.md §5.3). name: identifies the course and the person. Calls onChange(true) once this
 * window plays, and onChange(false) when another one does, at the start or after a takeover. A window that found another one playing starts to play when
 * somebody looks at it after the other has gone. Without Web Locks this window always plays; the epoch still orders what it sends.
 */
export function holdPlayer(name: string, { onChange }: { onChange: (plays: boolean) => void }): PlayerLock {
  const released = new AbortController();
  let letGo = () => {};
  let holds = false;
  /** Another window was playing before this one ever did. */
  let isLate = false;
  let asked = 0;

  function request(options: LockOptions) {
    if (released.signal.aborted) return;
    const mine = ++asked;
    if (!("locks" in navigator)) return onChange(true);
    navigator.locks
      .request(`stoa-player:${name}`, options, () => {
        if (mine !== asked || released.signal.aborted) return;
        holds = true;
        isLate = false;
        onChange(true);
        return new Promise<void>((resolve) => (letGo = resolve));
      })
      .catch(() => {
        // The lock was not available in time, or another window took over.
        if (mine !== asked || released.signal.aborted) return;
        isLate = !holds;
        holds = false;
        onChange(false);
      });
  }
  const ask = () => request({ signal: AbortSignal.timeout(goingMs) });
  /** If the other window has gone meanwhile, this one plays without asking. */
  const look = () => void (isLate && document.visibilityState === "visible" && ask());
  window.addEventListener("focus", look, { signal: released.signal });
  document.addEventListener("visibilitychange", look, { signal: released.signal });
  ask();
  return {
    takeOver() {
      if (!holds) request({ steal: true });
    },
    release() {
      released.abort();
      holds = false;
      letGo();
    },
  };
}
