import { useLingui } from "@lingui/react/macro";
import { CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { DataTable } from "#ui/data-table.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Link } from "#ui/link.tsx";
import type { MyCourse } from "../contract.ts";
import type * as Cells from "./my-course-card.tsx";

/** The parts of the cards, passed in by the screen: importing them from the screen's file would add a helper file, and so a request, to its first load. */
type CellsOfCards = Pick<typeof Cells, "CourseCauses" | "CourseStanding" | "MyCourseActions" | "MyCourseProgress">;

/** My Courses as a table with one row for each course and the same facts as the cards. */
export default function MyCoursesTable({ courses, cells }: { courses: readonly MyCourse[]; cells: CellsOfCards }) {
  const { t } = useLingui();
  const columns = useMyCourseColumns(cells);
  return (
    <div className="card">
      <DataTable label={t`My Courses`} columns={columns} rows={courses} rowId={(course) => String(course.courseId)} />
    </div>
  );
}

function useMyCourseColumns({ CourseCauses, CourseStanding, MyCourseActions, MyCourseProgress }: CellsOfCards): Column<MyCourse>[] {
  const { t } = useLingui();
  return [
    {
      id: "title",
      header: t`Course`,
      isRowHeader: true,
      card: "title",
      cell: (course) => (
        <Link to={detailsPath({ id: course.courseId, type: course.type })}>
          <bdi>{course.title}</bdi>
        </Link>
      ),
    },
    { id: "type", header: t`Type`, cell: (course) => <CourseTypeTag type={course.type} /> },
    {
      id: "standing",
      header: t`Status`,
      cell: (course) => (
        <div className="my-courses-standing">
          <CourseStanding course={course} />
          <MyCourseProgress course={course} />
        </div>
      ),
    },
    { id: "why", header: t`Why you have it`, cell: (course) => <CourseCauses course={course} /> },
    { id: "action", header: t`Action`, isHeaderHidden: true, align: "end", cell: (course) => <MyCourseActions course={course} /> },
  ];
}
