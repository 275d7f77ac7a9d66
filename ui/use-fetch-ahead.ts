import { useEffect, useRef } from "react";

/** Milliseconds after its first paint at which a screen counts as at rest; then the browser's own idle time is waited for. */
const REST = 300;

/** Whether the font and the pictures in the window are there; what the person sees goes first. */
const isWhole = () =>
  document.fonts.status === "loaded" &&
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);

const whenIdle = (work: () => void) => ("requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: 2_000 }) : work());

/**
 * Fetches code ahead of its use once the screen is at rest: a press then opens at once, and who loses the connection goes on working.
 * What fails comes again when the connection is back. The parts are those of the first render.
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
