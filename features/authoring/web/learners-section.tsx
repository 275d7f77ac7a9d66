import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ScrollText, Users } from "lucide-react";
import * as z from "zod/mini";
import { StudyTime } from "#features/courses/web/study-time.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { OutcomeTag } from "#features/history/web/outcome-tag.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Email } from "#ui/email.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Time } from "#ui/time.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { AttemptRow } from "../contract.ts";
import type { CourseFacts } from "../fields-contract.ts";
import { attemptsList, listAttempts } from "../contract.ts";
import { CallLog } from "./call-log.tsx";
import { attemptsQuery } from "./hooks.ts";

/** The attempt whose log is open; 0 for none. */
const shape = { attempt: z.coerce.number().check(z.int(), z.gte(0)) };
const defaults = { attempt: 0 };

/** The people in the course with their progress and, for each attempt with a package, the log of what that did (SCO-8). */
export function LearnersSection({ course }: { course: Pick<CourseFacts, "learners"> & { readonly id: number } }) {
  const { t } = useLingui();
  const may = useMay();
  const words = useCourseWords();
  const list = useListState(attemptsList);
  const { state, set } = useUrlState(shape, defaults);
  const result = useQuery(attemptsQuery(course.id, list.request));
  const openLog = (attempt: number) => set({ attempt });
  const columns = useAttemptColumns(openLog);
  const { learners } = course;
  const opened = result.data?.rows.find(({ attemptId }) => attemptId === state.attempt);
  const learner = opened?.learner ?? "";
  return (
    <>
      <p className="muted num">
        <Trans>
          <bdi>{words.number(learners.enrolled)}</bdi> enrolled · <bdi>{words.number(learners.notStarted)}</bdi> not started ·{" "}
          <bdi>{words.number(learners.inProgress)}</bdi> in progress · <bdi>{words.number(learners.completed)}</bdi> completed
        </Trans>
      </p>
      <TableList
        list={list}
        result={result}
        label={t`Attempts`}
        count={(total) => t`${plural(total, { one: "# attempt", other: "# attempts" })}`}
        waiting={t`Loading attempts`}
        skeletonRows={3}
        failed={{ title: t`The attempts could not be loaded`, safe: t`They are kept.` }}
        empty={
          <EmptyState
            headingLevel={3}
            icon={Users}
            title={t`Nobody has started yet`}
            message={t`Each attempt is listed here, with its result, and a log where a package was played.`}
          />
        }
        nothing={{ title: t`Nobody matches this search`, message: t`Try fewer words.` }}
        search={t`Search people`}
        columns={columns}
        rowId={(row) => String(row.attemptId)}
        {...(may("export-courses") && {
          exportHref: exportAddress(listAttempts.path.replace(":courseId", String(course.id)), list.request),
        })}
        headingLevel={3}
        isFramed={false}
        isCompact
      />
      <Sheet title={learner ? t`Log of ${learner}` : t`Log`} isOpen={state.attempt > 0} onOpenChange={(isOpen) => !isOpen && openLog(0)}>
        <div className="editor-log">{state.attempt > 0 && <CallLog attemptId={state.attempt} />}</div>
      </Sheet>
    </>
  );
}

function useAttemptColumns(openLog: (attemptId: number) => void): Column<AttemptRow>[] {
  const { t, i18n } = useLingui();
  const words = useCourseWords();
  const none = <span className="muted">–</span>;
  return [
    {
      id: "learner",
      header: t`Learner`,
      isRowHeader: true,
      cell: (row) => (
        <>
          <bdi>{row.learner}</bdi>
          <span className="editor-email">
            <Email address={row.email} />
          </span>
        </>
      ),
    },
    { id: "result", header: t`Result`, card: "corner", cell: (row) => <OutcomeTag row={{ outcome: row.outcome, accessEnded: false }} /> },
    { id: "progress", header: t`Progress`, align: "end", cell: (row) => <bdi className="num">{words.percent(row.percent)}</bdi> },
    {
      id: "score",
      header: t`Score`,
      align: "end",
      cell: (row) => (row.scorePercent === null ? none : <bdi className="num">{words.percent(row.scorePercent)}</bdi>),
    },
    {
      id: "time",
      header: t`Study time`,
      align: "end",
      cell: (row) => <StudyTime {...row} />,
    },
    {
      id: "attempt",
      header: t`Attempt`,
      cell: (row) => {
        const attempt = i18n.number(row.number);
        const version = i18n.number(row.version);
        return <bdi className="num">{t`${attempt}, version ${version}`}</bdi>;
      },
    },
    {
      id: "active",
      header: t`Last active`,
      cell: (row) => (row.lastActivityAt ? <Time instant={row.lastActivityAt} kind="date" /> : none),
    },
    {
      id: "log",
      header: t`Log`,
      isHeaderHidden: true,
      cell: (row) => {
        const { learner, hasLog } = row;
        return (
          hasLog && (
            <Button size="s" icon={ScrollText} aria-label={t`Log of ${learner}`} onPress={() => openLog(row.attemptId)}>
              <Trans>Log</Trans>
            </Button>
          )
        );
      },
    },
  ];
}
