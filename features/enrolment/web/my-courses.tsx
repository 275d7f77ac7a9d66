import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, LayoutGrid, Table2 } from "lucide-react";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Result } from "#platform/contract.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import type { ListFilter } from "#ui/list-screen/filter-fields.tsx";
import { ListScreen } from "#ui/list-screen/list-screen.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Counts, myCourses, MyCourseState } from "../contract.ts";
import { myCoursesList } from "../my-courses-list.ts";
import { myCoursesQuery } from "./hooks.ts";
import { CourseCauses, CourseStanding, MyCourseActions, MyCourseCard, MyCourseProgress } from "./my-course-card.tsx";
import "./my-courses.css";

// Lazy: most people see the cards.
const MyCoursesTable = lazyPart(() => import("./my-courses-table.tsx"));
const cells = { CourseCauses, CourseStanding, MyCourseActions, MyCourseProgress };

const options = { layouts: ["cards", "table"] as const };

/** Prefetches what My Courses shows first, when somebody points at a link to it. */
export const prefetchMyCourses: Prefetch = (client, to) => client.prefetchQuery(myCoursesQuery(listRequest(myCoursesList, to, options)));

/** My Courses: one list in five tabs, with search, filters, cards or a table, and numbered pages (MYC-1). Everything is in the address. */
export default function MyCourses() {
  const { t } = useLingui();
  const list = useListState(myCoursesList, options);
  const result = useQuery(myCoursesQuery(list.request));
  const { data } = result;
  const { view } = list.state;
  const tabs: { id: keyof Counts; label: string }[] = [
    { id: "all", label: t`All` },
    { id: "todo", label: t`To do` },
    { id: "inProgress", label: t`In progress` },
    { id: "done", label: t`Done` },
    { id: "expired", label: t`Access ended` },
  ];
  return (
    <div className="page">
      <PageHeader title={t`My Courses`} />
      <ListScreen
        list={list}
        result={result}
        label={t`My Courses`}
        count={(total) => t`${plural(total, { one: "# course", other: "# courses" })}`}
        waiting={{ label: t`Loading my courses`, skeleton: <Skeleton shape={view} count={6} /> }}
        failed={{ title: t`Your courses could not be loaded`, safe: t`Your progress is kept.` }}
        empty={
          <EmptyState
            icon={BookOpen}
            title={t`No courses yet`}
            message={t`Courses you enrol in, or that are assigned to you, appear here.`}
            action={
              <LinkButton to="/course/catalog/categories" variant="primary">
                <Trans>Browse the catalog</Trans>
              </LinkButton>
            }
          />
        }
        nothing={{
          title: t`No courses here match these filters`,
          ...(list.state.tab !== null && { message: t`The other tabs show how many they have.` }),
        }}
        emptyView={list.state.tab !== null && <EmptyTab tab={list.state.tab} />}
        search={t`Search my courses`}
        {...(data?.all !== 0 && {
          views: {
            label: t`My Courses by standing`,
            filter: "tab",
            options: tabs.map(({ id, label }) => ({ id: id === "all" ? "" : id, label, count: data?.counts[id] })),
          },
        })}
        filters={useFilters(data)}
        sorts={[
          { id: "due", label: t`By due date` },
          { id: "recent", label: t`By last activity` },
          { id: "title", label: t`By title` },
        ]}
        layouts={[
          { id: "cards", label: t`Cards`, icon: LayoutGrid },
          { id: "table", label: t`Table`, icon: Table2 },
        ]}
        pagesLabel={t`Pages of my courses`}
      >
        {({ rows }) =>
          view === "table" ? (
            <MyCoursesTable courses={rows} cells={cells} meanwhile={<Skeleton shape="table" count={6} />} />
          ) : (
            <ul className="grid-cards my-courses-cards">
              {rows.map((course) => (
                <li key={course.courseId} className="course-item">
                  <MyCourseCard course={course} />
                </li>
              ))}
            </ul>
          )
        }
      </ListScreen>
    </div>
  );
}

type Page = Result<typeof myCourses>;

/** The filters. They are always there, even with nothing to choose, so that nothing below moves. */
function useFilters(data: Pick<Page, "categories" | "types"> | undefined): ListFilter[] {
  const { t } = useLingui();
  const words = useCourseWords();
  return [
    {
      id: "category",
      label: t`Category`,
      any: t`All categories`,
      options: (data?.categories ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
      nameOf: () => t`Unknown category`,
    },
    {
      id: "type",
      label: t`Type`,
      any: t`All types`,
      options: (data?.types ?? []).map((id) => ({ id, label: words.type(id) })),
      nameOf: (id) => words.type(id as Page["types"][number]),
    },
    {
      id: "due",
      label: t`Due`,
      any: t`Any due date`,
      options: [
        { id: "overdue", label: t`Overdue` },
        { id: "soon", label: t`Due in 7 days` },
      ],
    },
  ];
}

function EmptyTab({ tab }: { tab: MyCourseState }) {
  const { t } = useLingui();
  const words = {
    todo: { title: t`Nothing to start`, message: t`Courses you have not opened yet appear here.` },
    inProgress: { title: t`Nothing in progress`, message: t`Courses you have started appear here.` },
    done: { title: t`Nothing completed yet`, message: t`Completed courses appear here with their results.` },
    expired: { title: t`Nothing has ended`, message: t`Courses whose access ended before you completed them appear here.` },
  };
  return <EmptyState icon={BookOpen} {...words[tab]} />;
}
