import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#features/portal/web/environment.ts";
import type { launch } from "#features/progress/contract.ts";
import { openOutbox } from "#features/progress/web/current-outbox.ts";
import { launchCourse } from "#features/progress/web/launch-course.ts";
import type { Outbox } from "#features/progress/web/outbox.ts";
import type { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";

/** A course opened for learning: its content, the attempt, the epoch that facts are sent with, and the outbox that sends them. */
export type Opened = Result<typeof launch> & { outbox: Outbox };

// How long opening waits for unsent facts of an earlier visit, in milliseconds.
const FLUSH_LIMIT = 3_000;

/**
 * Opens a course once for each visit, as soon as this window may. Unsent facts of an earlier visit are sent first, so that the answer includes them.
 * `refetch` opens it again with a new epoch, after another window or device had the course.
 */
export function useOpenedCourse(courseId: number, { isRetake, mayOpen }: { isRetake: boolean; mayOpen: boolean }) {
  const client = useQueryClient();
  const { User, Portal } = useEnvironment();
  const queryKey = ["viewer", "opened", courseId];
  return useQuery<Opened, CallError>({
    queryKey,
    queryFn: async () => {
      const outbox = openOutbox({ userId: User.Id, portalId: Portal.id });
      await Promise.race([outbox.flush(), new Promise((done) => setTimeout(done, FLUSH_LIMIT))]).catch(() => undefined);
      return { ...(await launchCourse({ courseId, userKey: outbox.userKey, retake: isRetake })), outbox };
    },
    // Opening raises the epoch on the server, so it must only happen on purpose, not because a query became stale.
    enabled: mayOpen && client.getQueryData(queryKey) === undefined,
    retry: (count, error) => error.temporary && error.status !== 0 && count < 2,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    networkMode: "always",
  });
}
