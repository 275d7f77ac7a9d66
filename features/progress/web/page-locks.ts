/** The Web Locks API. Without it (an old browser, a plain-http address) everything still works, but more is sent twice. */
const locks = (): LockManager | null => (typeof navigator !== "undefined" && "locks" in navigator ? navigator.locks : null);
const pageLock = (pageId: string) => `stoa-page:${pageId}`;

/** A random id of 36 characters, also where crypto.randomUUID is missing (a plain-http address). */
export function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Marks this page as living until it ends or stop is called. `ready` resolves once other pages can see that. */
export function markPageLiving(pageId: string): { ready: Promise<void>; stop: () => void } {
  const manager = locks();
  let stop = () => {};
  const ended = new Promise<void>((resolve) => (stop = resolve));
  if (!manager) return { ready: Promise.resolve(), stop };
  const ready = new Promise<void>((resolve) => {
    manager
      .request(pageLock(pageId), () => {
        resolve();
        return ended;
      })
      .catch(() => resolve());
  });
  return { ready, stop };
}

/** Tells which pages of this browser live; null when that cannot be known. */
export async function livingPages(): Promise<((pageId: string) => boolean) | null> {
  try {
    const held = (await locks()?.query())?.held;
    if (!held) return null;
    const names = new Set(held.map(({ name }) => name));
    return (pageId) => names.has(pageLock(pageId));
  } catch {
    return null;
  }
}

/**
 * Runs work while no other page runs work of the same name, and tells it whether it is alone. When the others take too long it runs anyway, and not
 * alone: a frozen page must not keep this one from saving.
 */
export async function alone<T>(name: string, waitMs: number, work: (isAlone: boolean) => Promise<T>): Promise<T> {
  const manager = locks();
  if (!manager) return work(true);
  let entered = false;
  try {
    return (await manager.request(name, { signal: AbortSignal.timeout(waitMs) }, () => {
      entered = true;
      return work(true);
    })) as T;
  } catch (error) {
    if (entered) throw error;
    return work(false);
  }
}
