import { Trans, useLingui } from "@lingui/react/macro";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardCopy, ScrollText } from "lucide-react";
import { attemptCalls } from "#features/scorm/contract.ts";
import CallSessions from "#features/scorm/web/call-sessions.tsx";
import { call, CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type Batch = Result<typeof attemptCalls>["batches"][number];

/** An attempt's log in pages, the newest first; each page is asked for once. */
const callsQuery = (attemptId: number) =>
  infiniteQueryOptions({
    queryKey: ["authoring", "calls", attemptId],
    queryFn: ({ pageParam, signal }) =>
      call(attemptCalls, { params: { attemptId }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // The pages on screen would all be fetched again; whoever opens the log again sees the newest calls.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The calls of an attempt's package by session, newest first: every call with its value, result and error (SCO-8). */
export function CallLog({ attemptId }: { attemptId: number }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(callsQuery(attemptId));
  const { data } = query;
  if (query.isError && !data)
    return (
      <ErrorState
        headingLevel={3}
        title={t`The log could not be loaded`}
        safe={t`It is kept.`}
        requestId={query.error instanceof CallError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const batches = data?.pages.flatMap((page) => page.batches) ?? [];
  return (
    <BusyRegion isBusy={!data} label={t`Loading the log`} skeleton={<Skeleton count={8} />}>
      {batches.length === 0 ? (
        <EmptyState
          headingLevel={3}
          icon={ScrollText}
          title={t`No calls yet`}
          message={t`The package has not talked to the portal in this attempt. If that stays so, let parts count as complete when they are opened.`}
        />
      ) : (
        <div className="stack">
          <div>
            <Button
              size="s"
              icon={ClipboardCopy}
              onPress={() => void copyBundle(attemptId, batches, { done: t`Log copied`, failed: t`Could not copy the log` })}
            >
              <Trans>Copy for support</Trans>
            </Button>
          </div>
          <CallSessions batches={batches} isOpen />
          {query.hasNextPage && (
            <div>
              <Button isPending={query.isFetchingNextPage} pendingLabel={t`Loading`} onPress={() => void query.fetchNextPage()}>
                <Trans>Show older calls</Trans>
              </Button>
            </div>
          )}
        </div>
      )}
    </BusyRegion>
  );
}

async function copyBundle(attemptId: number, batches: readonly Batch[], words: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(JSON.stringify({ attemptId, batches }, null, 2));
    announce(words.done);
  } catch {
    announce(words.failed);
  }
}
