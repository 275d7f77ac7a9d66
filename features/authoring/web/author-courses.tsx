import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { coursesList, listCourses } from "../contract.ts";
import { courseStatuses } from "../listing-contract.ts";
import { useStatusWords } from "./course-status.tsx";
import { coursesQuery } from "./hooks.ts";
import { NoCourses, useFailureWords } from "./no-courses.tsx";
import { useCourseActions } from "./use-course-actions.tsx";
import { useCourseColumns } from "./use-course-columns.tsx";
import "./authoring.css";

/** The author's courses as a table with search and status filter; admins can switch to everyone's. */
export function AuthorCourses({ onCreate }: { onCreate: () => void }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(coursesList);
  const result = useQuery(coursesQuery(list.request));
  const actions = useCourseActions();
  const columns = [...useCourseColumns({ showsAuthor: list.state.owner === "everyone", isSortable: true }), ...actions.column];
  const words = useStatusWords();
  return (
    <>
      <TableList
        list={list}
        result={result}
        label={t`Courses`}
        count={(total) => t`${plural(total, { one: "# course", other: "# courses" })}`}
        waiting={t`Loading courses`}
        failed={useFailureWords()}
        empty={<NoCourses onCreate={onCreate} />}
        nothing={{ title: t`No courses match these filters` }}
        search={t`Search courses`}
        {...(result.data?.canSeeEveryone && {
          views: {
            label: t`Author`,
            filter: "owner",
            options: [
              { id: "", label: t`My Courses` },
              { id: "everyone", label: t`Courses of every author` },
            ],
          },
        })}
        filters={[
          { id: "status", label: t`Status`, any: t`Every status`, options: courseStatuses.map((id) => ({ id, label: words[id] })) },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        {...(may("export-courses") && { exportHref: exportAddress(listCourses.path, list.request) })}
      />
      {actions.question}
    </>
  );
}
