export interface PlayerLock {
  /** Makes this window the one that plays; the other one is told. */
  takeOver(): void;
  release(): void;
}

/** A window that is just going lets go of the lock a moment after the next one asks for it, such as on a reload; in ms. */
const goingMs = 300;

/**
 * One window of a browser plays a course at a time (security.md §5.3); name: whose course it is. onChange(true) once this window plays, onChange(false)
 * when another one does, at the start or because it took over. Where another one has it, this one plays as soon as somebody looks at it again after that
 * one has gone. Where the browser has no locks this window always plays; the epoch still orders what it sends.
 */
export function holdPlayer(name: string, { onChange }: { onChange: (plays: boolean) => void }): PlayerLock {
  const released = new AbortController();
  let letGo = () => {};
  let holds = false;
  /** Another window had it before this one ever did. */
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
        // Not to be had in time, or taken over by another window.
        if (mine !== asked || released.signal.aborted) return;
        isLate = !holds;
        holds = false;
        onChange(false);
      });
  }
  const ask = () => request({ signal: AbortSignal.timeout(goingMs) });
  /** Where the other window has gone meanwhile, there is nothing to choose any more. */
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
