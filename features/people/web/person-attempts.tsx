import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleSlash, Play, ScrollText } from "lucide-react";
import { useState } from "react";
import { CallLog } from "#features/authoring/web/call-log.tsx";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { OutcomeTag } from "#features/history/web/outcome-tag.tsx";
import { SignOffs } from "#features/signOffs/web/sign-offs.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Person } from "../person-contract.ts";
import type { PersonAttempt } from "../record-contract.ts";
import { nameOf } from "./name-of.ts";
import { personAttemptsQuery } from "./person-hooks.ts";
import { TabPart } from "./tab-part.tsx";

/** Every attempt of a person with its state; of a package also what it told the portal. */
export default function PersonAttempts({ person }: { person: Person }) {
  const { t } = useLingui();
  const query = useQuery(personAttemptsQuery(person.userId));
  const [log, setLog] = useState<PersonAttempt | null>(null);
  const columns = useAttemptColumns(setLog);
  return (
    <TabPart query={query} waiting={t`Loading attempts`} failed={t`The attempts could not be loaded`}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            headingLevel={2}
            icon={Play}
            title={t`No attempts yet`}
            message={t`Each time this person starts a course, it is listed here.`}
          />
        ) : (
          <>
            <SignOffs userId={person.userId} name={nameOf(person)} />
            <div className="card">
              <DataTable
                label={t`${plural(rows.length, { one: "# attempt", other: "# attempts" })}`}
                columns={columns}
                rows={rows}
                rowId={(row) => String(row.attemptId)}
              />
            </div>
            {log && <LogDialog row={log} onClose={() => setLog(null)} />}
          </>
        )
      }
    </TabPart>
  );
}

function LogDialog({ row: { attemptId, title, number }, onClose }: { row: PersonAttempt; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Log of ${title}, attempt ${number}`} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} width="half">
      <CallLog attemptId={attemptId} />
    </Dialog>
  );
}

function useAttemptColumns(openLog: (row: PersonAttempt) => void): Column<PersonAttempt>[] {
  const { t, i18n } = useLingui();
  const words = useCourseWords();
  const none = <span className="muted ui-table-none">–</span>;
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
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: (row) => (row.isSetAside ? <Tag icon={CircleSlash}>{t`Set aside`}</Tag> : <OutcomeTag row={row} />),
    },
    {
      id: "attempt",
      header: t`Attempt`,
      align: "end",
      cell: ({ number, version }) => (
        <bdi className="num" title={t`Version ${version} of the course`}>
          {i18n.number(number)}
        </bdi>
      ),
    },
    { id: "progress", header: t`Progress`, align: "end", cell: (row) => <bdi className="num">{words.percent(row.percent)}</bdi> },
    {
      id: "score",
      header: t`Score`,
      align: "end",
      cell: (row) => (row.scorePercent === null ? none : <bdi className="num">{words.percent(row.scorePercent)}</bdi>),
    },
    { id: "started", header: t`Started`, cell: (row) => <Time instant={row.startedAt} showZone={false} /> },
    { id: "active", header: t`Last activity`, cell: (row) => (row.activeAt ? <Time instant={row.activeAt} showZone={false} /> : none) },
    {
      id: "completed",
      header: t`Completed`,
      cell: ({ completedAt, enteredBy }) => (
        <>
          {completedAt ? <Time instant={completedAt} showZone={false} /> : none}
          {enteredBy && (
            <span className="muted small">
              {" "}
              <Trans>
                entered by <bdi>{enteredBy}</bdi>
              </Trans>
            </span>
          )}
        </>
      ),
    },
    {
      id: "log",
      header: t`Log`,
      isHeaderHidden: true,
      align: "end",
      cell: (row) => row.hasLog && <LogButton row={row} onPress={() => openLog(row)} />,
    },
  ];
}

function LogButton({ row: { title, number }, onPress }: { row: PersonAttempt; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button size="s" icon={ScrollText} aria-label={t`Log of ${title}, attempt ${number}`} onPress={onPress}>
      <Trans>Log</Trans>
    </Button>
  );
}
