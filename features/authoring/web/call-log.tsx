import { Trans, useLingui } from "@lingui/react/macro";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardCopy, ScrollText } from "lucide-react";
import { attemptCalls } from "#features/scorm/contract.ts";
import type { ApiCall } from "#features/progress/contract.ts";
import { CallValue } from "#features/scorm/web/call-value.tsx";
import { call, CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";

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
  const sessions = sessionsOf(batches);
  return (
    <BusyRegion isBusy={!data} label={t`Loading the log`} skeleton={<Skeleton count={8} />}>
      {sessions.length === 0 ? (
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
  readonly title: string;
  /** When its newest calls arrived. */
  readonly receivedAt: string;
  readonly calls: ApiCall[];
}

/** Joins batches (newest first) into sessions of one SCO, with calls in the order they were made. */
function sessionsOf(batches: readonly Batch[]): SessionCalls[] {
  const sessions = new Map<string, SessionCalls>();
  for (const { session, scoKey, title, receivedAt, calls } of batches) {
    const key = `${session} ${scoKey}`;
    const known = sessions.get(key);
    if (known) known.calls.unshift(...calls);
    else sessions.set(key, { session, scoKey, title, receivedAt, calls: [...calls] });
  }
  return [...sessions.values()];
}

function Session({ session, isOpen }: { session: SessionCalls; isOpen: boolean }) {
  const { t } = useLingui();
  const { calls } = session;
  const failed = calls.filter(({ error }) => isError(error)).length;
  const count = calls.length;
  return (
    <Disclosure
      title={session.title}
      defaultExpanded={isOpen}
      meta={
        <>
          <Time instant={session.receivedAt} showZone={false} />
          {" · "}
          <bdi>{failed > 0 ? t`${count} calls, ${failed} with an error` : t`${count} calls`}</bdi>
        </>
      }
    >
      <ol className="call-list">
        {calls.map((one, index) => (
          <CallLine key={index} call={one} />
        ))}
      </ol>
    </Disclosure>
  );
}

/** One call as a line: "6.7 s  LMSSetValue cmi.core.exit = suspend → true". */
function CallLine({ call: { at, call: name, element, value, result, error } }: { call: ApiCall }) {
  const { t, i18n } = useLingui();
  const time = i18n.number(at / 1000, {
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return (
    <li>
      <bdi className="muted num">{time}</bdi>
      <span dir="ltr">
        <strong>{name}</strong> {element}
        {value !== undefined && (
          <>
            {" = "}
            <CallValue text={value} />
          </>
        )}
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden">{t`answered`}</span>{" "}
        {result === "" ? <span className="muted">{t`(empty)`}</span> : <CallValue text={result} />}
        {isError(error) && <span className="call-error"> {t`Error ${error}`}</span>}
      </span>
    </li>
  );
}

/** In both standards, 0 means no error. */
const isError = (error: string) => error !== "" && error !== "0";

async function copyBundle(attemptId: number, batches: readonly Batch[], words: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(JSON.stringify({ attemptId, batches }, null, 2));
    announce(words.done);
  } catch {
    announce(words.failed);
  }
}
