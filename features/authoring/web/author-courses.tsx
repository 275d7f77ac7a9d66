import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookPlus, Filter, Plus } from "lucide-react";
import * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Pager } from "#ui/pager.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { AuthorSort, CourseStatus, pageSize } from "../contract.ts";
import { useStatusWords } from "./course-status.tsx";
import { coursesQuery } from "./hooks.ts";
import { useCourseColumns } from "./use-course-columns.tsx";
import "./authoring.css";

const shape = {
  q: z.string().check(z.maxLength(200)),
  status: z.enum(["all", ...CourseStatus.options]),
  owner: z.enum(["me", "everyone"]),
  sort: AuthorSort,
  page: z.coerce.number().check(z.int(), z.gte(1)),
};
const defaults = { q: "", status: "all" as const, owner: "me" as const, sort: "-updated" as const, page: 1 };

/** Rows of the short list. */
const shortLength = 8;

type Props = {
  onCreate: () => void;
  /** Only the courses changed last, with a link to all of them. */
  isShort?: boolean;
};

/** The author's courses as a table with search, status, and for admins everyone's; all of it in the address. */
export function AuthorCourses({ onCreate, isShort = false }: Props) {
  const { t } = useLingui();
  const url = useUrlState(shape, defaults);
  const { set, href } = url;
  const state = isShort ? defaults : url.state;
  const query = useQuery(
    coursesQuery({
      ...(state.q && { q: state.q }),
      ...(state.status !== "all" && { status: state.status }),
      ...(state.owner !== "me" && { owner: state.owner }),
      ...(state.sort !== defaults.sort && { sort: state.sort }),
      ...(state.page > 1 && { page: state.page }),
    }),
  );
  const { data } = query;
  const columns = useCourseColumns({ showsAuthor: state.owner === "everyone", isSortable: !isShort });
  const words = useStatusWords();
  const total = data?.all ?? 0;

  if (query.isError && !data)
    return (
      <ErrorState
        title={t`Your courses could not be loaded`}
        safe={t`They are safe.`}
        requestId={query.error instanceof CallError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <BusyRegion isBusy={!data} label={t`Loading courses`} skeleton={<Skeleton shape="table" count={6} />}>
      {data && data.all === 0 && !data.canSeeEveryone ? (
        <EmptyState
          icon={BookPlus}
          title={t`You have no courses yet`}
          message={t`Courses you create are listed here, with what learners do in them.`}
          action={
            <Button variant="primary" icon={Plus} onPress={onCreate}>
              <Trans>Create a Course</Trans>
            </Button>
          }
        />
      ) : (
        <>
          {isShort && (
            <div className="section-head">
              <h2>
                <Trans>Changed last</Trans>
              </h2>
              <Link to="/author/myCourses">
                <Trans>All my courses ({total})</Trans>
              </Link>
            </div>
          )}
          <div className="card">
            {!isShort && (
              <div className="author-filters" role="search" aria-label={t`Courses`}>
                <SearchField label={t`Search courses`} value={state.q} onChange={(q) => set({ q }, { replace: true })} />
                <Select
                  label={t`Status`}
                  isLabelHidden
                  options={[{ id: "all", label: t`Every status` }, ...CourseStatus.options.map((id) => ({ id, label: words[id] }))]}
                  value={state.status}
                  onChange={(status) => set({ status })}
                />
                {data?.canSeeEveryone && (
                  <Select
                    label={t`Author`}
                    isLabelHidden
                    options={[
                      { id: "me", label: t`My courses` },
                      { id: "everyone", label: t`Courses of every author` },
                    ]}
                    value={state.owner}
                    onChange={(owner) => set({ owner })}
                  />
                )}
              </div>
            )}
            <DataTable
              label={t`Courses`}
              columns={columns}
              rows={isShort ? (data?.rows ?? []).slice(0, shortLength) : (data?.rows ?? [])}
              rowId={(row) => String(row.id)}
              {...(!isShort && { sort: state.sort, onSort: (sort: string) => set({ sort: sort as AuthorSort }) })}
              isRefetching={query.isPlaceholderData}
              empty={
                data &&
                (data.all === 0 ? (
                  <EmptyState icon={BookPlus} title={t`You have no courses yet`} message={t`Courses you create are listed here.`} />
                ) : (
                  <EmptyState
                    icon={Filter}
                    title={t`No courses match these filters`}
                    action={
                      <Button onPress={() => set({ q: "", status: "all" })}>
                        <Trans>Clear filters</Trans>
                      </Button>
                    }
                  />
                ))
              }
              pager={
                data && data.total > 0 && !isShort ? (
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
        </>
      )}
    </BusyRegion>
  );
}
