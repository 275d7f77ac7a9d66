import { useEffect, useState } from "react";
import { leaveAttempt, readAttempt } from "#features/progress/contract.ts";
import { call } from "#platform/call.ts";
import type { Opened } from "./use-opened-course.ts";

/**
 * Whether a newer opening of this attempt, on another device or where the browser has no locks, has overtaken this one (security.md §5.3): heard with
 * every answer, and asked for when somebody comes back to this page. Leaving the page says so at once, so that a return meets nothing.
 */
export function usePresence({ outbox, epoch, state: { attemptId } }: Opened): boolean {
  const [newest, setNewest] = useState(0);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const hear = (id: number, heard: number) => id === attemptId && setNewest(heard);
    const look = () => {
      if (document.visibilityState !== "visible") return;
      call(readAttempt, { params: { attemptId } }, { signal }).then(
        (read) => hear(attemptId, read.epoch),
        // Without an answer this page goes on; the next one tells.
        () => undefined,
      );
    };
    const leave = () =>
      void call(leaveAttempt, { params: { attemptId }, body: { epoch } }, { keepalive: true }).catch(() => {
        // Then it counts as open until it has rested for a while.
      });
    const deaf = outbox.onEpoch(hear);
    document.addEventListener("visibilitychange", look, { signal });
    window.addEventListener("pagehide", leave, { signal });
    return () => {
      deaf();
      listening.abort();
      leave();
    };
  }, [outbox, attemptId, epoch]);
  return newest > epoch;
}
