import { useLingui } from "@lingui/react/macro";
import { useCourseColumns } from "#features/authoring/web/use-course-columns.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import type { Column } from "#ui/data-table.tsx";
import { AskedBy, ReviewLink } from "./asked-by.tsx";
import CourseMenu from "./course-menu.tsx";
import { columnsAtRest, curriculumColumns, type CurriculumRow } from "../contract.ts";

/**
 * The columns of the portal's courses: the title, and those chosen in their order, or those that are shown at rest. choices: all that can be chosen. isWaiting: the list
 * is of those that wait for an approval, and a title leads to where that is given.
 */
export function useCurriculumColumns(
  chosen: readonly string[],
  fields: readonly { readonly id: number; readonly name: string }[],
  {
    mayChange,
    mayApprove,
    isWaiting,
    onEnrol,
    onCopy,
  }: {
    mayChange: boolean;
    mayApprove: boolean;
    isWaiting: boolean;
    onEnrol: (course: CurriculumRow) => void;
    onCopy: (course: CurriculumRow) => void;
  },
) {
  const { t } = useLingui();
  const may = useMay();
  const isAuthor = useSignedIn()?.User.IsAuthor ?? false;
  const words = useCourseWords();
  const shared = useCourseColumns({ showsAuthor: true, isSortable: true, opensEditor: mayChange && isAuthor && may("see-courses") });
  const own: Column<CurriculumRow>[] = [
    // The numbers of people are counted for the rows that are shown, so the list cannot be sorted by them.
    ...shared.map((column) =>
      column.id === "learners"
        ? { ...column, id: "enrolled", isSortable: false }
        : column.id === "author"
          ? { ...column, header: t`Owner` }
          : column.id === "title" && isWaiting
            ? { ...column, cell: (row: CurriculumRow) => <ReviewLink course={row} /> }
            : column,
    ),
    ...(mayApprove ? [{ id: "asked", header: t`Approval asked for`, cell: ({ asked }: CurriculumRow) => <AskedBy asked={asked} /> }] : []),
    { id: "overdue", header: t`Overdue`, align: "end", cell: ({ overdue }) => <bdi className="num">{words.number(overdue)}</bdi> },
    { id: "categories", header: t`Categories`, cell: ({ categories }) => <bdi>{categories.join(", ")}</bdi> },
    { id: "language", header: t`Language`, cell: (row) => words.language(row.language) },
    {
      id: "open",
      header: t`Who can enrol`,
      cell: ({ isOpen }) => (isOpen ? t`Everyone in this portal` : t`Only people it is assigned to`),
    },
    ...fields.map(({ id, name }): Column<CurriculumRow> => ({
      id: `field:${id}`,
      header: name,
      cell: ({ cells }) => <bdi>{cells[id]}</bdi>,
    })),
  ];
  const actions: Column<CurriculumRow> = {
    id: "actions",
    header: t`Actions`,
    isHeaderHidden: true,
    align: "end",
    cell: (course) => <CourseMenu course={course} mayChange={mayChange} onEnrol={() => onEnrol(course)} onCopy={() => onCopy(course)} />,
  };
  const byId = (id: string) => own.find((column) => column.id === id);
  // Who asked, and when, is what the list of those that wait is about.
  const atRest = isWaiting ? ["asked", ...columnsAtRest] : columnsAtRest;
  const shown = chosen.length > 0 ? chosen : atRest;
  return {
    columns: [...["title", ...shown].flatMap((id) => byId(id) ?? []), actions],
    choices: [...curriculumColumns, ...fields.map(({ id }) => `field:${id}`)].flatMap((id) => {
      const column = byId(id);
      return column ? [{ id, label: column.header }] : [];
    }),
    shown,
    atRest,
  };
}
