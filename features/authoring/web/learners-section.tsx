import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Filter, ScrollText, Users } from "lucide-react";
import { lazy, Suspense } from "react";
import * as z from "zod/mini";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { OutcomeTag } from "#features/history/web/outcome-tag.tsx";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LazySheet } from "#ui/lazy-sheet.tsx";
import { Pager } from "#ui/pager.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Time } from "#ui/time.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { AttemptRow, EditorCourse } from "../contract.ts";
import { pageSize } from "../contract.ts";
import { attemptsQuery } from "./hooks.ts";

const CallLog = lazy(() => import("./call-log.tsx").then((m) => ({ default: m.CallLog })));

const shape = {
  q: z.string().check(z.maxLength(200)),
  page: z.coerce.number().check(z.int(), z.gte(1)),
  /** The attempt whose log lies open; 0 for none. */
  attempt: z.coerce.number().check(z.int(), z.gte(0)),
};
const defaults = { q: "", page: 1, attempt: 0 };

/** Who is in the course and how far, and for each attempt what the package did, call by call (SCO-8). */
export default function LearnersSection({ course }: { course: EditorCourse }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const { state, set, href } = useUrlState(shape, defaults);
  const query = useQuery(attemptsQuery(course.id, { ...(state.q && { q: state.q }), ...(state.page > 1 && { page: state.page }) }));
  const { data } = query;
  const openLog = (attempt: number) => set({ attempt, page: state.page });
  const columns = useAttemptColumns(openLog);
  const { learners } = course;
  const opened = data?.rows.find(({ attemptId }) => attemptId === state.attempt);
  const name = opened?.learner ?? "";
  return (
    <>
      <p className="muted num">
        <Trans>
          <bdi>{words.number(learners.enrolled)}</bdi> enrolled · <bdi>{words.number(learners.notStarted)}</bdi> not started ·{" "}
          <bdi>{words.number(learners.inProgress)}</bdi> in progress · <bdi>{words.number(learners.completed)}</bdi> completed
        </Trans>
      </p>
      {query.isError && !data ? (
        <ErrorState
          headingLevel={3}
          title={t`The attempts could not be loaded`}
          safe={t`They are safe.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading attempts`} skeleton={<Skeleton shape="table" count={3} />}>
          {data && data.all === 0 ? (
            <EmptyState
              headingLevel={3}
              icon={Users}
              title={t`Nobody has started yet`}
              message={t`Each attempt is listed here, with its result and a log of what the package did.`}
            />
          ) : (
            <div className="stack">
              <SearchField label={t`Search people`} value={state.q} onChange={(q) => set({ q }, { replace: true })} />
              <DataTable
                label={t`Attempts`}
                columns={columns}
                rows={data?.rows ?? []}
                rowId={(row) => String(row.attemptId)}
                isRefetching={query.isPlaceholderData}
                isCompact
                empty={
                  <EmptyState
                    headingLevel={3}
                    icon={Filter}
                    title={t`Nobody matches this search`}
                    action={
                      <Button onPress={() => set({ q: "" })}>
                        <Trans>Clear the search</Trans>
                      </Button>
                    }
                  />
                }
                pager={
                  data && data.total > pageSize ? (
                    <Pager
                      page={data.page}
                      pageCount={Math.ceil(data.total / pageSize)}
                      total={data.total}
                      pageSize={pageSize}
                      to={(page) => href({ page })}
                    />
                  ) : undefined
                }
              />
            </div>
          )}
        </BusyRegion>
      )}
      <LazySheet
        title={name ? t`What the package did: ${name}` : t`What the package did`}
        isOpen={state.attempt > 0}
        onOpenChange={(isOpen) => !isOpen && openLog(0)}
      >
        <div className="editor-log">
          <Suspense fallback={<Spinner label={t`Loading the log`} />}>
            {state.attempt > 0 && <CallLog attemptId={state.attempt} />}
          </Suspense>
        </div>
      </LazySheet>
    </>
  );
}

/** An address that breaks behind its @ first. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@") + 1;
  return (
    <bdi className="editor-email">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}

function useAttemptColumns(openLog: (attemptId: number) => void): Column<AttemptRow>[] {
  const { t, i18n } = useLingui();
  const words = useCourseWords();
  const none = <span className="muted">–</span>;
  return [
    {
      id: "learner",
      header: t`Learner`,
      isRowHeader: true,
      cell: (row) => (
        <>
          <bdi>{row.learner}</bdi>
          <Email address={row.email} />
        </>
      ),
    },
    { id: "result", header: t`Result`, card: "corner", cell: (row) => <OutcomeTag row={{ outcome: row.outcome, accessEnded: false }} /> },
    { id: "progress", header: t`Progress`, align: "end", cell: (row) => <bdi className="num">{words.percent(row.percent)}</bdi> },
    {
      id: "score",
      header: t`Score`,
      align: "end",
      cell: (row) => (row.scorePercent === null ? none : <bdi className="num">{words.percent(row.scorePercent)}</bdi>),
    },
    {
      id: "time",
      header: t`Study time`,
      align: "end",
      cell: (row) => <bdi className="num">{words.minutes(Math.round(row.seconds / 60))}</bdi>,
    },
    {
      id: "attempt",
      header: t`Attempt`,
      cell: (row) => {
        const attempt = i18n.number(row.number);
        const version = i18n.number(row.version);
        return <bdi className="num">{t`${attempt}, version ${version}`}</bdi>;
      },
    },
    {
      id: "active",
      header: t`Last active`,
      cell: (row) => (row.lastActivityAt ? <Time instant={row.lastActivityAt} kind="date" /> : none),
    },
    {
      id: "log",
      header: t`Log`,
      isHeaderHidden: true,
      cell: (row) => {
        const { learner } = row;
        return (
          <Button size="s" icon={ScrollText} aria-label={t`Log of ${learner}`} onPress={() => openLog(row.attemptId)}>
            <Trans>Log</Trans>
          </Button>
        );
      },
    },
  ];
}
