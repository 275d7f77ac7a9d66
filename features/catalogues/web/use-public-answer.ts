import { useLayoutEffect, useState } from "react";
import { CallError } from "#platform/call.ts";

/** What a page of visitors shows, asked once for each page: the answer, why there is none, or null while it is awaited. */
export function usePublicAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): T | CallError | null {
  const [answer, setAnswer] = useState<T | CallError | null>(null);
  const [first] = useState(() => ask);
  useLayoutEffect(() => {
    const asking = new AbortController();
    first(asking.signal).then(
      (found) => {
        if (!asking.signal.aborted) setAnswer(found);
      },
      (error: unknown) => {
        if (error instanceof CallError && !asking.signal.aborted) setAnswer(error);
      },
    );
    return () => asking.abort();
  }, [first]);
  return answer;
}
