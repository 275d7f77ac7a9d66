import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { launch } from "#features/progress/contract.ts";
import { currentOutbox } from "#features/progress/web/current-outbox.ts";
import { launchCourse } from "#features/progress/web/launch-course.ts";
import type { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";

/** A course opened for learning: its content, the attempt and the epoch facts are sent under. */
export type Opened = Result<typeof launch>;

// How long opening waits for what an earlier visit left to be sent, in milliseconds.
const FLUSH_LIMIT = 3_000;

/**
 * Opens a course for learning once a visit. What an earlier visit left behind is sent first, so that the answer includes it.
 * `reopen` takes a fresh epoch, after this window took the course over from another one.
 */
export function useOpenedCourse(courseId: number, isRetake: boolean) {
  const client = useQueryClient();
  const queryKey = ["viewer", "opened", courseId];
  const query = useQuery<Opened, CallError>({
    queryKey,
    queryFn: async () => {
      await Promise.race([currentOutbox()?.flush(), new Promise((done) => setTimeout(done, FLUSH_LIMIT))]).catch(() => undefined);
      return launchCourse(courseId, { retake: isRetake });
    },
    retry: (count, error) => error.temporary && error.status !== 0 && count < 2,
    // Opening raises the epoch on the server, so it happens on purpose only.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    networkMode: "always",
  });
  const reopen = async () => client.setQueryData(queryKey, await launchCourse(courseId, {}));
  return { ...query, reopen };
}
