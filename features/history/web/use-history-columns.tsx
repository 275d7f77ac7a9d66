import { Trans, useLingui } from "@lingui/react/macro";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { StudyTime } from "#features/courses/web/study-time.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { viewerPath } from "#features/enrolment/web/use-enrol.ts";
import type { Column } from "#ui/data-table.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { HistoryRow } from "../contract.ts";
import { OutcomeTag } from "./outcome-tag.tsx";

/** The columns of the history table. The time zone is named above the table. */
export function useHistoryColumns(): Column<HistoryRow>[] {
  const { t, i18n } = useLingui();
  const words = useCourseWords();
  const none = <span className="muted ui-table-none">–</span>;
  return [
    {
      id: "course",
      header: t`Course`,
      isRowHeader: true,
      isSortable: true,
      cell: (row) => (
        <Link to={detailsPath({ id: row.courseId, type: row.type })}>
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    { id: "result", header: t`Result`, card: "corner", cell: (row) => <OutcomeTag row={row} /> },
    { id: "started", header: t`Started`, isSortable: true, cell: (row) => <Time instant={row.startedAt} showZone={false} /> },
    {
      id: "completed",
      header: t`Completed`,
      isSortable: true,
      cell: (row) => (row.completedAt ? <Time instant={row.completedAt} showZone={false} /> : none),
    },
    {
      id: "time",
      header: t`Study time`,
      isSortable: true,
      align: "end",
      cell: (row) => <StudyTime {...row} />,
    },
    {
      id: "score",
      header: t`Score`,
      isSortable: true,
      align: "end",
      cell: (row) => (row.scorePercent === null ? none : <bdi className="num">{words.percent(row.scorePercent)}</bdi>),
    },
    { id: "attempt", header: t`Attempt`, align: "end", cell: (row) => <bdi className="num">{i18n.number(row.number)}</bdi> },
    { id: "version", header: t`Version`, align: "end", cell: (row) => <bdi className="num">{i18n.number(row.version)}</bdi> },
    {
      id: "open",
      header: t`Open`,
      isHeaderHidden: true,
      cell: (row) => <OpenLink row={row} />,
    },
  ];
}

/** The link to the viewer, while the person may still enter. */
function OpenLink({ row }: { row: HistoryRow }) {
  const { t } = useLingui();
  const { title } = row;
  if (row.accessEnded || row.isImported) return null;
  return row.outcome === "inProgress" ? (
    <LinkButton size="s" to={viewerPath(row.courseId)} aria-label={t`Continue ${title}`}>
      <Trans>Continue</Trans>
    </LinkButton>
  ) : (
    <LinkButton size="s" to={viewerPath(row.courseId)} aria-label={t`Review ${title}`}>
      <Trans>Review</Trans>
    </LinkButton>
  );
}
