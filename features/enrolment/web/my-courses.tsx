import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpen, LayoutGrid, SearchX, Table2 } from "lucide-react";
import * as z from "zod/mini";
import { CourseType, CourseTypeInAddress } from "#features/courses/course-type.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Pager } from "#ui/pager.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { MyCourseState } from "../contract.ts";
import { myCourseStates } from "../contract.ts";
import { myCoursesQuery } from "./hooks.ts";
import { MyCourseCard } from "./my-course-card.tsx";
import "./my-courses.css";

// Cards are what most people see.
const MyCoursesTable = lazyPart(() => import("./my-courses-table.tsx"));

const shape = {
  tab: z.union([z.enum(myCourseStates), z.literal("")]),
  q: z.string().check(z.maxLength(200)),
  category: z.string().check(z.regex(/^\d{1,15}$/)),
  type: z.union([z.literal("any"), CourseTypeInAddress]),
  due: z.enum(["any", "overdue", "soon"]),
  sort: z.enum(["due", "recent", "title"]),
  view: z.enum(["cards", "table"]),
  page: z.coerce.number().check(z.int(), z.gte(1)),
};
const defaults = {
  tab: "" as MyCourseState | "",
  q: "",
  category: "",
  type: "any" as "any" | CourseType,
  due: "any" as "any" | "overdue" | "soon",
  sort: "due" as "due" | "recent" | "title",
  view: "cards" as "cards" | "table",
  page: 1,
};

/** My Courses: one list in four tabs, with search, filters, cards or a table, and numbered pages (MYC-1). Everything is in the address. */
export default function MyCourses() {
  const { t } = useLingui();
  const words = useCourseWords();
  const { state, set, href } = useUrlState(shape, defaults);
  const result = useQuery({
    ...myCoursesQuery({
      ...(state.tab && { tab: state.tab }),
      ...(state.category && { category: state.category }),
      ...(state.type !== "any" && { type: state.type }),
      ...(state.due !== "any" && { due: state.due }),
      q: state.q.trim(),
      sort: state.sort,
      page: state.page,
    }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = result;
  const isFiltered = state.q.trim() !== "" || state.category !== "" || state.type !== "any" || state.due !== "any";
  const tab = state.tab || data?.tab || "todo";
  const tabs: { id: MyCourseState; label: string }[] = [
    { id: "todo", label: t`To do` },
    { id: "inProgress", label: t`In progress` },
    { id: "done", label: t`Done` },
    { id: "expired", label: t`Expired` },
  ];
  const browse = (
    <LinkButton to="/course/catalog/categories" variant="primary">
      <Trans>Browse the catalog</Trans>
    </LinkButton>
  );

  if (data && !data.hasAny)
    return (
      <div className="page">
        <PageHeader title={t`My Courses`} />
        <EmptyState
          icon={BookOpen}
          title={t`No courses yet`}
          message={t`Courses you enrol in, or that are assigned to you, appear here.`}
          action={browse}
        />
      </div>
    );
  return (
    <div className="page">
      <PageHeader
        title={t`My Courses`}
        actions={
          <div className="row" role="group" aria-label={t`View`}>
            <IconButton
              label={t`Cards`}
              icon={LayoutGrid}
              aria-pressed={state.view === "cards"}
              onPress={() => set({ view: "cards", page: state.page }, { replace: true })}
            />
            <IconButton
              label={t`Table`}
              icon={Table2}
              aria-pressed={state.view === "table"}
              onPress={() => set({ view: "table", page: state.page }, { replace: true })}
            />
          </div>
        }
      />
      <LinkTabs
        label={t`My Courses by state`}
        tabs={tabs.map(({ id, label }) => ({
          to: href({ tab: id }),
          label,
          isCurrent: id === (state.tab || data?.tab),
          ...(data && { count: data.counts[id] }),
        }))}
      />
      <div className="my-courses-bar">
        <div className="my-courses-search">
          <SearchField label={t`Search my courses`} value={state.q} onChange={(q) => set({ q: q.slice(0, 200) }, { replace: true })} />
        </div>
        {/* None comes or goes with what there is to choose, so that nothing below moves. */}
        <Select
          label={t`Category`}
          isLabelHidden
          options={[
            { id: "all", label: t`All categories` },
            ...(data?.categories ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
          ]}
          value={state.category || "all"}
          onChange={(id) => set({ category: id === "all" ? "" : id })}
        />
        <Select
          label={t`Type`}
          isLabelHidden
          options={[
            { id: "any", label: t`All types` },
            ...CourseType.options
              .filter((id) => data?.types.includes(id) || id === state.type)
              .map((id) => ({ id, label: words.type(id) })),
          ]}
          value={state.type}
          onChange={(type) => set({ type })}
        />
        <Select
          label={t`Due`}
          isLabelHidden
          options={[
            { id: "any", label: t`Any due date` },
            { id: "overdue", label: t`Overdue` },
            { id: "soon", label: t`Due in 7 days` },
          ]}
          value={state.due}
          onChange={(due) => set({ due })}
        />
        <Select
          label={t`Sort by`}
          isLabelHidden
          options={[
            { id: "due", label: t`By due date` },
            { id: "recent", label: t`By last activity` },
            { id: "title", label: t`By title` },
          ]}
          value={state.sort}
          onChange={(sort) => set({ sort })}
        />
      </div>
      <BusyRegion isBusy={result.isPending} label={t`Loading my courses`} skeleton={<Skeleton shape={state.view} count={6} />}>
        {error ? (
          <ErrorState
            title={t`Your courses could not be loaded`}
            safe={t`Your progress is kept.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void result.refetch()}
            isRetrying={result.isFetching}
          />
        ) : (
          data && (
            <section
              aria-label={tabs.find(({ id }) => id === tab)?.label}
              className="stack-l"
              data-old={result.isPlaceholderData || undefined}
            >
              {data.total === 0 ? (
                <Nothing tab={tab} isFiltered={isFiltered} onClear={() => set({ q: "", category: "", type: "any", due: "any" })} />
              ) : state.view === "table" ? (
                <MyCoursesTable courses={data.items} meanwhile={<Skeleton shape="table" count={6} />} />
              ) : (
                <ul className="grid-cards my-courses-cards">
                  {data.items.map((course) => (
                    <li key={course.courseId} className="course-item">
                      <MyCourseCard course={course} />
                    </li>
                  ))}
                </ul>
              )}
              {data.total > 0 && (
                <Pager
                  page={data.page}
                  pageCount={Math.ceil(data.total / data.pageSize)}
                  total={data.total}
                  pageSize={data.pageSize}
                  to={(page) => href({ page })}
                  label={t`Pages of my courses`}
                />
              )}
            </section>
          )
        )}
      </BusyRegion>
    </div>
  );
}

function Nothing({ tab, isFiltered, onClear }: { tab: MyCourseState; isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui();
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={t`No courses here match these filters`}
        message={t`The other tabs show how many they have.`}
        action={
          <Button onPress={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    );
  const words = {
    todo: { title: t`Nothing to begin`, message: t`Courses you have not opened yet appear here.` },
    inProgress: { title: t`Nothing under way`, message: t`Courses you have begun appear here.` },
    done: { title: t`Nothing completed yet`, message: t`Completed courses appear here with their results.` },
    expired: { title: t`Nothing has expired`, message: t`Courses whose access ended before you completed them appear here.` },
  };
  return <EmptyState icon={BookOpen} {...words[tab]} />;
}
