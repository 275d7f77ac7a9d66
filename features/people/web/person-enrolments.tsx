import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, BookPlus, CircleDashed, CircleSlash, PencilLine, ShieldOff } from "lucide-react";
import { useState } from "react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { OutcomeTag } from "#features/history/web/outcome-tag.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Person, PersonCause, PersonEnrolment } from "../person-contract.ts";
import type { Opened } from "./decision-dialog.tsx";
import { DecisionLine } from "./decision-line.tsx";
import { LazyDecisionDialog, LazyEnrolDialog } from "./lazy-dialogs.ts";
import { personEnrolmentsQuery } from "./person-hooks.ts";
import { usePersonCauseWords } from "./use-person-cause-words.ts";

/** A person's courses: how they stand, why they are there, and how earlier reasons ended. */
export default function PersonEnrolments({ person }: { person: Person }) {
  const { t } = useLingui();
  const query = useQuery(personEnrolmentsQuery(person.userId));
  const may = useMay();
  const [isEnrolling, setEnrolling] = useState(false);
  const [decision, setDecision] = useState<Opened | null>(null);
  const columns = useEnrolmentColumns(setDecision, {
    changes: !person.locked && (may("correct-learning") || may("enrol-people")),
    takesBack: !person.locked && may("correct-learning"),
  });
  if (query.isError && !query.data)
    return (
      <ErrorState
        headingLevel={2}
        title={t`The enrolments could not be loaded`}
        safe={t`They are kept.`}
        requestId={query.error instanceof CallError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const rows = query.data?.rows ?? [];
  return (
    <>
      {!person.locked && may("enrol-people") && (
        <div>
          <Button icon={BookPlus} onPress={() => setEnrolling(true)}>
            <Trans>Enrol in a course</Trans>
          </Button>
        </div>
      )}
      <LazyEnrolDialog person={person} isOpen={isEnrolling} onClose={() => setEnrolling(false)} />
      <LazyDecisionDialog userId={person.userId} opened={decision} isOpen={decision !== null} onClose={() => setDecision(null)} />
      <BusyRegion isBusy={!query.data} label={t`Loading enrolments`} skeleton={<Skeleton shape="table" />}>
        {rows.length === 0 ? (
          <EmptyState
            headingLevel={2}
            icon={BookOpen}
            title={t`Not enrolled in any course yet`}
            message={t`Courses are listed here with the reason for each, and stay when they end.`}
          />
        ) : (
          <div className="card person-enrolments">
            <DataTable
              label={t`${plural(rows.length, { one: "# enrolment", other: "# enrolments" })}`}
              columns={columns}
              rows={rows}
              rowId={(row) => String(row.enrolmentId)}
            />
          </div>
        )}
      </BusyRegion>
    </>
  );
}

/** What the person asking may do with an enrolment: decide about it, and take decisions back. */
function useEnrolmentColumns(
  decide: (opened: Opened) => void,
  { changes, takesBack }: { changes: boolean; takesBack: boolean },
): Column<PersonEnrolment>[] {
  const { t } = useLingui();
  const words = useCourseWords();
  return [
    {
      id: "course",
      header: t`Course`,
      isRowHeader: true,
      cell: (row) => (
        <Link to={detailsPath({ id: row.courseId, type: row.type })}>
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    {
      id: "standing",
      header: t`Status`,
      card: "corner",
      cell: ({ active, attempt }) =>
        attempt && attempt.outcome !== "ended" ? (
          <OutcomeTag row={{ outcome: attempt.outcome, accessEnded: !active }} />
        ) : active ? (
          <Tag icon={CircleDashed}>{t`Not started`}</Tag>
        ) : (
          <Tag icon={CircleSlash}>{t`Ended`}</Tag>
        ),
    },
    {
      id: "progress",
      header: t`Progress`,
      align: "end",
      cell: ({ attempt }) =>
        attempt ? <bdi className="num">{words.percent(attempt.percent)}</bdi> : <span className="muted ui-table-none">–</span>,
    },
    {
      id: "due",
      header: t`Due`,
      cell: ({ due, exempt }) =>
        exempt ? <Tag icon={ShieldOff}>{t`Exempt`}</Tag> : due ? <DueTag due={due} /> : <span className="muted ui-table-none">–</span>,
    },
    {
      id: "why",
      header: t`Why`,
      cell: (row) => (
        <ul className="person-causes">
          {row.causes.map((cause) => (
            <li key={`cause-${cause.id}`}>
              <CauseLine cause={cause} />
            </li>
          ))}
          {row.corrections.map((correction) => (
            <li key={`decision-${correction.id}`}>
              <DecisionLine
                correction={correction}
                onTakeBack={takesBack && row.canChange && !correction.reversedAt ? () => decide({ row, correction }) : null}
              />
            </li>
          ))}
        </ul>
      ),
    },
    ...(changes
      ? [
          {
            id: "decide",
            header: t`Change`,
            isHeaderHidden: true,
            align: "end" as const,
            cell: (row: PersonEnrolment) => row.canChange && <ChangeButton row={row} onPress={() => decide({ row })} />,
          },
        ]
      : []),
  ];
}

/** One reason for an enrolment: who or what, when, and how it ended. */
function CauseLine({ cause }: { cause: PersonCause }) {
  const causeWords = usePersonCauseWords();
  const { endedBy, endReason } = cause;
  return (
    <>
      <bdi>{causeWords(cause)}</bdi>
      <span className="muted small">
        {" "}
        <Time instant={cause.at} kind="date" />
        {cause.endedAt && (
          <>
            {" · "}
            {endedBy ? (
              <Trans>
                ended <Time instant={cause.endedAt} kind="date" /> by <bdi>{endedBy}</bdi>
              </Trans>
            ) : (
              <Trans>
                ended <Time instant={cause.endedAt} kind="date" />
              </Trans>
            )}
            {endReason && endReason !== "left" && (
              <>
                {": "}
                <bdi>{endReason}</bdi>
              </>
            )}
          </>
        )}
      </span>
    </>
  );
}

function ChangeButton({ row: { title }, onPress }: { row: PersonEnrolment; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button size="s" icon={PencilLine} aria-label={t`Change the enrolment in ${title}`} onPress={onPress}>
      <Trans>Change</Trans>
    </Button>
  );
}
