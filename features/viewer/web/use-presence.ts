import { useEffect, useState } from "react";
import { leaveAttempt, readAttempt } from "#features/progress/contract.ts";
import { call } from "#platform/call.ts";
import type { Opened } from "./use-opened-course.ts";

/**
 * Whether a newer opening of this attempt, on another device or in a browser without Web Locks, has superseded this one (security.md §5.3). Every answer
 * tells, and it is asked when somebody comes back to this page. Leaving the page reports that, so that opening the course again finds it open nowhere.
 */
export function usePresence({ outbox, epoch, state: { attemptId } }: Opened): boolean {
  const [newest, setNewest] = useState(0);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Answers may arrive in another order than they were given.
    const hear = (id: number, heard: number) => id === attemptId && setNewest((known) => Math.max(known, heard));
    const look = () => {
      if (document.visibilityState !== "visible") return;
      call(readAttempt, { params: { attemptId } }, { signal }).then(
        (read) => hear(attemptId, read.epoch),
        // Without an answer this page continues; the next answer tells.
        () => undefined,
      );
    };
    const leave = () =>
      void call(leaveAttempt, { params: { attemptId }, body: { epoch } }, { keepalive: true }).catch(() => {
        // Not reported: the attempt then counts as open until it has been inactive for a while.
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
