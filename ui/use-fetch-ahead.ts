import { useEffect, useRef } from "react";
import { atRest } from "./at-rest.ts";

/**
 * Prefetches code once the page is at rest, so that a press opens at once and works without a connection. What fails is fetched again
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
    const callOff = atRest(start);
    addEventListener("online", start, { signal: gone.signal });
    return () => {
      callOff();
      gone.abort();
    };
  }, []);
}
