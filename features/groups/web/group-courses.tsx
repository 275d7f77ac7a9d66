import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, BookPlus } from "lucide-react";
import { useState } from "react";
import { BulkDialog, type Asked } from "#features/bulk/web/use-bulk-actions.tsx";
import { useEnrolmentActions } from "#features/enrolment/web/bulk/use-enrolment-actions.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { groupCourseList, listGroupCourses, type Group, type GroupCourse } from "../contract.ts";
import { groupCoursesQuery } from "./hooks.ts";

/** The courses of a group's members: how many are enrolled, done and overdue, each number with the people behind it; and enrolling the whole group. */
export function GroupCourses({ group }: { group: Group }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(groupCourseList);
  const result = useQuery(groupCoursesQuery(group.id, list.request));
  const columns = useCourseColumns(group);
  const enrolling = useEnrolmentActions().find(({ kind }) => kind === "enrol");
  const [isAsking, setAsking] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const goOn = (input: object | null) => {
    setAsking(false);
    if (input) setAsked({ kind: "enrol", input, of: { list: "members", query: { group: String(group.id) } }, clear: () => undefined });
  };
  const enrol = group.members > 0 && group.status === "active" && may("enrol-people") && (
    <Button variant="primary" icon={BookPlus} onPress={() => setAsking(true)}>
      <Trans>Enrol all members</Trans>
    </Button>
  );
  return (
    <>
      <TableList
        list={list}
        result={result}
        label={t`Courses`}
        count={(total) => t`${plural(total, { one: "# course", other: "# courses" })}`}
        waiting={t`Loading courses`}
        failed={{ title: t`The courses could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={BookOpen}
            title={t`No member is in a course`}
            message={t`Courses of members are listed here, whoever enrolled them.`}
            action={enrol}
          />
        }
        nothing={{ title: t`No course matches` }}
        search={t`Search courses`}
        columns={columns}
        rowId={(row) => String(row.id)}
        actions={enrol}
        {...(may("export-people") && {
          exportHref: exportAddress(listGroupCourses.path.replace(":groupId", String(group.id)), list.request),
        })}
      />
      {isAsking && enrolling?.ask?.(goOn)}
      {asked && <BulkDialog asked={asked} onClose={() => setAsked(null)} onGiveUp={() => setAsked(null)} />}
    </>
  );
}

function useCourseColumns(group: Group): Column<GroupCourse>[] {
  const { t } = useLingui();
  /** A number, with the people whom it counts. */
  const people = (course: GroupCourse, count: number, state?: "completed" | "overdue") => {
    const asked = new URLSearchParams({ course: String(course.id), group: String(group.id), ...(state && { state }) });
    if (count === 0) return 0;
    return (
      <Link to={`/users/participants?${asked}`}>
        {count}
        <span className="visually-hidden">
          {" "}
          <bdi>{course.title}</bdi>
        </span>
      </Link>
    );
  };
  return [
    {
      id: "title",
      header: t`Course`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ title, isArchived }) => (
        <>
          <bdi>{title}</bdi>
          {isArchived && (
            <span className="muted">
              {" "}
              · <Trans>out of the catalog</Trans>
            </span>
          )}
        </>
      ),
    },
    { id: "enrolled", header: t`Enrolled now`, align: "end", cell: (row) => people(row, row.enrolled) },
    { id: "completed", header: t`Completed`, align: "end", cell: (row) => people(row, row.completed, "completed") },
    { id: "overdue", header: t`Overdue`, align: "end", cell: (row) => people(row, row.overdue, "overdue") },
  ];
}
