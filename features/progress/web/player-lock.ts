export interface PlayerLock {
  /** Makes this tab the one that plays; the other one is told. */
  takeOver(): void;
  release(): void;
}

/**
 * One tab of a browser plays an attempt at a time (security.md §5.3). onChange(true) once this tab plays, onChange(false) when another one does,
 * at the start or because it took over. Where the browser has no locks this tab always plays; the epoch still orders what it sends.
 */
export function holdPlayer(attemptId: number, { onChange }: { onChange: (plays: boolean) => void }): PlayerLock {
  const name = `stoa-player:${attemptId}`;
  const released = new AbortController();
  let letGo = () => {};
  let holds = false;
  let asked = 0;

  function request(options: LockOptions) {
    if (released.signal.aborted) return;
    const mine = ++asked;
    if (!("locks" in navigator)) return onChange(true);
    navigator.locks
      .request(name, options, (lock) => {
        if (mine !== asked || released.signal.aborted) return;
        if (!lock) return onChange(false);
        holds = true;
        onChange(true);
        return new Promise<void>((resolve) => (letGo = resolve));
      })
      .catch(() => {
        // Taken over by another tab.
        if (mine !== asked || released.signal.aborted) return;
        holds = false;
        onChange(false);
      });
  }
  request({ ifAvailable: true });
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
