import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { waitingList, type WaitingCourse } from "../contract.ts";
import { AskedBy, ReviewLink } from "./asked-by.tsx";
import { waitingQuery } from "./hooks.ts";

/** The courses that wait for an approval, below a heading of the second level. Default export, because it is loaded lazily. */
export default function WaitingCourses() {
  const { t } = useLingui();
  const list = useListState(waitingList);
  return (
    <TableList
      list={list}
      result={useQuery(waitingQuery(list.request))}
      label={t`Courses`}
      count={(total) => t`${plural(total, { one: "# course", other: "# courses" })}`}
      waiting={t`Loading courses`}
      failed={{ title: t`The courses could not be loaded`, safe: t`Nothing was changed.` }}
      empty={
        <EmptyState
          icon={ClipboardCheck}
          title={t`No course waits for approval`}
          message={t`Courses whose authors ask for an approval are listed here.`}
          headingLevel={3}
        />
      }
      nothing={{ title: t`No courses match these filters` }}
      headingLevel={3}
      columns={useWaitingColumns()}
      rowId={(row) => String(row.id)}
    />
  );
}

function useWaitingColumns(): Column<WaitingCourse>[] {
  const { t } = useLingui();
  const words = useCourseWords();
  return [
    { id: "title", header: t`Course`, isRowHeader: true, cell: (row) => <ReviewLink course={row} /> },
    { id: "asked", header: t`Approval asked for`, cell: (row) => <AskedBy asked={row.asked} /> },
    { id: "type", header: t`Type`, cell: (row) => words.type(row.type) },
    { id: "author", header: t`Owner`, cell: (row) => <bdi>{row.author ?? "–"}</bdi> },
  ];
}
