/** How often the launcher is asked whether it still answers, and after how long without an answer its package is taken to hang; in ms. */
const [pingMs, hangMs] = [1_000, 4_000];

/**
 * Watches whether a launcher answers: a package that hangs takes it with it, but not the page. `ask` sends a question, `heard` is to be called with
 * every message; onHang is called when the package hangs, and when it answers again. Begins at the first `heard`.
 */
export function hangWatch(ask: () => void, onHang: (hangs: boolean) => void) {
  let askedAt: number | null = null;
  let hangs = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const says = (now: boolean) => {
    if (now === hangs) return;
    hangs = now;
    onHang(now);
  };
  const look = () => {
    if (askedAt === null) {
      askedAt = performance.now();
      ask();
    } else if (performance.now() - askedAt > hangMs) says(true);
  };
  return {
    heard() {
      timer ??= setInterval(look, pingMs);
      askedAt = null;
      says(false);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      says(false);
    },
  };
}
