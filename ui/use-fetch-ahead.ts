import { useEffect, useRef } from "react";

/** Milliseconds after the first paint before code is prefetched; after that it also waits until the browser is idle. */
const REST = 300;

/** Whether the font and the visible pictures have loaded, which have priority. */
const isWhole = () =>
  document.fonts.status === "loaded" &&
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);

const whenIdle = (work: () => void) => ("requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: 2_000 }) : work());

/**
 * Prefetches code once the page is idle, so that a press opens at once and works without a connection. What fails is fetched again
 * when the connection is back. Reads `parts` on the first render only.
 */
export function useFetchAhead(parts: readonly { fetchAhead: () => Promise<void> }[]) {
  const left = useRef([...parts]);
  useEffect(() => {
    const gone = new AbortController();
    const next = async (): Promise<void> => {
      const [part] = left.current;
      if (!part || gone.signal.aborted) return;
      await part.fetchAhead();
      if (left.current[0] === part) left.current.shift();
      return next();
    };
    const start = () => void next().catch(() => undefined);
    let later: ReturnType<typeof setTimeout>;
    const atRest = () => {
      later = setTimeout(() => (isWhole() ? whenIdle(start) : atRest()), REST);
    };
    atRest();
    addEventListener("online", start, { signal: gone.signal });
    return () => {
      clearTimeout(later);
      gone.abort();
    };
  }, []);
}
