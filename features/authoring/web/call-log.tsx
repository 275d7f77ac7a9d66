import { Trans, useLingui } from "@lingui/react/macro";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardCopy, ScrollText } from "lucide-react";
import { attemptCalls } from "#features/scorm/contract.ts";
import type { ApiCall } from "#features/scorm/contract.ts";
import { call, CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";

type Batch = Result<typeof attemptCalls>["batches"][number];

const callsQuery = (attemptId: number) =>
  infiniteQueryOptions({
    queryKey: ["authoring", "calls", attemptId],
    queryFn: ({ pageParam, signal }) =>
      call(attemptCalls, { params: { attemptId }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });

/** What the package of an attempt did, session by session, the newest first: every call with its value, answer and error (SCO-8). */
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
  const sessions = sessionsOf(batches);
  return (
    <BusyRegion isBusy={!data} label={t`Loading the log`} skeleton={<Skeleton count={8} />}>
      {sessions.length === 0 ? (
        <EmptyState
          headingLevel={3}
          icon={ScrollText}
          title={t`No calls yet`}
          message={t`The package has not talked to the portal in this attempt. If that stays so, let lessons count as complete when they are opened.`}
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
          {sessions.map((session, index) => (
            <Session key={`${session.session} ${session.scoKey}`} session={session} isOpen={index === 0} />
          ))}
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

interface SessionCalls {
  readonly session: string;
  readonly scoKey: string;
  /** When its newest calls arrived. */
  readonly receivedAt: string;
  readonly calls: ApiCall[];
}

/** Batches (newest first) joined into sessions of one SCO; calls in the order they were made. */
function sessionsOf(batches: readonly Batch[]): SessionCalls[] {
  const sessions = new Map<string, SessionCalls>();
  for (const { session, scoKey, receivedAt, calls } of batches) {
    const key = `${session} ${scoKey}`;
    const known = sessions.get(key);
    if (known) known.calls.unshift(...calls);
    else sessions.set(key, { session, scoKey, receivedAt, calls: [...calls] });
  }
  return [...sessions.values()];
}

function Session({ session, isOpen }: { session: SessionCalls; isOpen: boolean }) {
  const { t, i18n } = useLingui();
  const { scoKey, calls } = session;
  const failed = calls.filter(({ error }) => isError(error)).length;
  const columns: Column<ApiCall & { nth: number }>[] = [
    {
      id: "at",
      header: t`Seconds`,
      align: "end",
      cell: (row) => <bdi className="num">{i18n.number(row.at / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}</bdi>,
    },
    { id: "call", header: t`Call`, isRowHeader: true, cell: (row) => <bdi>{row.call}</bdi> },
    { id: "element", header: t`Element`, cell: (row) => <bdi>{row.element ?? ""}</bdi> },
    { id: "value", header: t`Value`, cell: (row) => <bdi className="call-value">{row.value ?? ""}</bdi> },
    { id: "result", header: t`Answer`, cell: (row) => <bdi className="call-value">{row.result}</bdi> },
    {
      id: "error",
      header: t`Error`,
      card: "corner",
      cell: (row) => (isError(row.error) ? <bdi className="call-error">{row.error}</bdi> : null),
    },
  ];
  const count = calls.length;
  return (
    <Disclosure
      title={t`Lesson ${scoKey}`}
      defaultExpanded={isOpen}
      meta={
        <>
          <Time instant={session.receivedAt} showZone={false} />
          {" · "}
          <bdi>{failed > 0 ? t`${count} calls, ${failed} with an error` : t`${count} calls`}</bdi>
        </>
      }
    >
      <DataTable
        label={t`Calls of lesson ${scoKey}`}
        columns={columns}
        rows={calls.map((one, nth) => ({ ...one, nth }))}
        rowId={(row) => String(row.nth)}
        isCompact
      />
    </Disclosure>
  );
}

/** Both standards call 0 no error. */
const isError = (error: string) => error !== "" && error !== "0";

async function copyBundle(attemptId: number, batches: readonly Batch[], words: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(JSON.stringify({ attemptId, batches }, null, 2));
    announce(words.done);
  } catch {
    announce(words.failed);
  }
}
