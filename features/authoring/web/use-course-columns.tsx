import { Trans, useLingui } from "@lingui/react/macro";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Column } from "#ui/data-table.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { AuthorCourse } from "../listing-contract.ts";
import { StatusTag, useStandardName } from "./course-status.tsx";

/** The address of a course in the editor. */
export const editorPath = (courseId: number) => `/author/courseEditor/${courseId}`;

/**
 * The columns of the author's courses. Titles link to the editor; to the course's page those without one, and all of them for somebody who edits none
 * (opensEditor: false), for whom one outside the catalog has no page.
 */
export function useCourseColumns({
  showsAuthor,
  isSortable,
  opensEditor = true,
}: {
  showsAuthor: boolean;
  isSortable: boolean;
  opensEditor?: boolean;
}): Column<AuthorCourse>[] {
  const { t } = useLingui();
  const words = useCourseWords();
  const standardName = useStandardName();
  const count = (value: number) => <bdi className="num">{words.number(value)}</bdi>;
  return [
    {
      id: "title",
      header: t`Course`,
      isRowHeader: true,
      isSortable,
      cell: (row) =>
        !opensEditor && row.status !== "published" ? (
          <bdi>{row.title}</bdi>
        ) : (
          <Link to={opensEditor && row.type !== "classroom" ? editorPath(row.id) : detailsPath(row)}>
            <bdi>{row.title}</bdi>
          </Link>
        ),
    },
    { id: "status", header: t`Status`, card: "corner", cell: (row) => <StatusTag status={row.status} /> },
    {
      id: "type",
      header: t`Type`,
      cell: (row) =>
        row.type !== "scorm" ? (
          words.type(row.type)
        ) : row.package ? (
          <bdi>{standardName(row.package)}</bdi>
        ) : (
          <span className="muted">
            <Trans>SCORM, no package yet</Trans>
          </span>
        ),
    },
    ...(showsAuthor ? [{ id: "author", header: t`Author`, cell: (row: AuthorCourse) => <bdi>{row.author ?? "–"}</bdi> }] : []),
    { id: "learners", header: t`Enrolled`, isSortable, align: "end", cell: (row) => count(row.enrolled) },
    { id: "inProgress", header: t`In progress`, align: "end", cell: (row) => count(row.inProgress) },
    { id: "completed", header: t`Completed`, align: "end", cell: (row) => count(row.completed) },
    { id: "updated", header: t`Changed`, isSortable, cell: (row) => <Time instant={row.updatedAt} kind="date" /> },
  ];
}
