import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { latestCoursesQuery } from "./hooks.ts";
import { NoCourses, useFailureWords } from "./no-courses.tsx";
import { useCourseActions } from "./use-course-actions.tsx";
import { useCourseColumns } from "./use-course-columns.tsx";
import "./authoring.css";

/** Number of rows in the short list. */
const shortLength = 8;

/** The courses changed last, with what can be done with each, and a link to all of them. */
export function LatestCourses({ onCreate }: { onCreate: () => void }) {
  const { t } = useLingui();
  const result = useQuery(latestCoursesQuery);
  const actions = useCourseActions();
  const columns = [...useCourseColumns({ showsAuthor: false, isSortable: false }), ...actions.column];
  const failed = useFailureWords();
  const { data, error } = result;
  const total = data?.all ?? 0;
  if (error && !data)
    return (
      <ErrorState
        {...failed}
        requestId={error instanceof CallError ? error.requestId : ""}
        onRetry={() => void result.refetch()}
        isRetrying={result.isFetching}
      />
    );
  return (
    <BusyRegion isBusy={!data} label={t`Loading courses`} skeleton={<Skeleton shape="table" count={6} />}>
      {total === 0 ? (
        <NoCourses onCreate={onCreate} />
      ) : (
        <>
          <div className="section-head">
            <h2>
              <Trans>Recently changed</Trans>
            </h2>
            <Link to="/author/myCourses">
              <Trans>All my courses ({total})</Trans>
            </Link>
          </div>
          <div className="card">
            <DataTable
              label={t`Courses`}
              columns={columns}
              rows={(data?.rows ?? []).slice(0, shortLength)}
              rowId={(row) => String(row.id)}
              isRefetching={result.isPlaceholderData}
            />
          </div>
          {actions.question}
        </>
      )}
    </BusyRegion>
  );
}
