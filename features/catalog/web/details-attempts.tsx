import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDot, CircleX } from "lucide-react";
import { lazy, Suspense } from "react";
import type { ComponentType } from "react";
import type { Column, DataTableProps } from "#ui/data-table.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { StudyTime } from "#features/courses/web/study-time.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Attempt } from "../contract.ts";

// Lazy: only this tab of the page has a table.
const AttemptsTable = lazy(async () => {
  const { DataTable } = await import("#ui/data-table.tsx");
  return { default: DataTable as ComponentType<DataTableProps<Attempt>> };
});

/** The person's attempts, newest first; a retake adds one and the history keeps all (MYC-4). */
export function DetailsAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useLingui();
  const columns = useAttemptColumns();
  return (
    <div className="card">
      <Suspense fallback={<Skeleton shape="table" />}>
        <AttemptsTable label={t`My attempts`} columns={columns} rows={attempts} rowId={(attempt) => String(attempt.number)} />
      </Suspense>
    </div>
  );
}

function useAttemptColumns(): Column<Attempt>[] {
  const { t } = useLingui();
  const words = useCourseWords();
  const number = (value: number) => <bdi className="num">{words.number(value)}</bdi>;
  return [
    {
      id: "number",
      header: t`Attempt`,
      isRowHeader: true,
      card: "title",
      cell: (attempt) => <Trans>Attempt {number(attempt.number)}</Trans>,
    },
    { id: "result", header: t`Result`, card: "corner", cell: (attempt) => <AttemptResult attempt={attempt} /> },
    {
      id: "score",
      header: t`Score`,
      align: "end",
      cell: (attempt) =>
        attempt.scorePercent === null ? <span className="muted">{t`None`}</span> : <bdi>{words.percent(attempt.scorePercent)}</bdi>,
    },
    {
      id: "time",
      header: t`Study time`,
      align: "end",
      cell: (attempt) => <StudyTime {...attempt} seconds={attempt.creditedSeconds} />,
    },
    { id: "started", header: t`Started`, cell: (attempt) => <Time instant={attempt.startedAt} kind="date" /> },
    {
      id: "completed",
      header: t`Completed`,
      cell: (attempt) =>
        attempt.completedAt ? <Time instant={attempt.completedAt} kind="date" /> : <span className="muted">{t`Not yet`}</span>,
    },
    { id: "version", header: t`Version`, align: "end", cell: (attempt) => number(attempt.versionNumber) },
  ];
}

function AttemptResult({ attempt }: { attempt: Attempt }) {
  const words = useCourseWords();
  if (attempt.completedAt === null)
    return (
      <Tag icon={CircleDot} tone="info">
        <span>
          <Trans>In progress</Trans> · <bdi className="num">{words.percent(attempt.percent)}</bdi>
        </span>
      </Tag>
    );
  if (attempt.passed === false)
    return (
      <Tag icon={CircleX} tone="warning">
        <Trans>Not passed</Trans>
      </Tag>
    );
  return (
    <Tag icon={CircleCheck} tone="success">
      {attempt.passed ? <Trans>Passed</Trans> : <Trans>Completed</Trans>}
    </Tag>
  );
}
