import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  ArrowRightLeft,
  BadgeCheck,
  BookOpen,
  CalendarClock,
  CircleCheck,
  CircleSlash,
  KeyRound,
  LogIn,
  Mail,
  PencilLine,
  Play,
  RotateCcw,
  TriangleAlert,
  UserRound,
  UsersRound,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Icon } from "#ui/icon.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Time } from "#ui/time.tsx";
import { listStory, storyKinds, storyList, type Person, type StoryRow } from "../person-contract.ts";
import { personStoryQuery } from "./person-hooks.ts";
import { useStoryWords } from "./use-story-words.ts";

/** Everything that happened with a person, in one order: the answer to "why is this overdue?" (USR-2). */
export default function PersonTimeline({ person }: { person: Person }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(storyList);
  const result = useQuery(personStoryQuery(person.userId, list.request));
  const words = useStoryWords();
  const columns = useStoryColumns();
  return (
    <TableList
      list={list}
      result={result}
      label={t`Timeline`}
      count={(total) => t`${plural(total, { one: "# line", other: "# lines" })}`}
      waiting={t`Loading the timeline`}
      skeletonRows={8}
      failed={{ title: t`The timeline could not be loaded`, safe: t`Nothing was changed.` }}
      empty={
        <EmptyState
          headingLevel={2}
          icon={CalendarClock}
          title={t`Nothing happened yet`}
          message={t`Enrolments, decisions and results are listed here as they happen.`}
        />
      }
      nothing={{ title: t`Nothing in the timeline matches these filters` }}
      search={t`Search courses, reasons and people`}
      filters={[{ id: "kind", label: t`Kind`, any: t`Everything`, options: storyKinds.map((id) => ({ id, label: words.kind[id] })) }]}
      columns={columns}
      rowId={(row) => row.id}
      {...(may("export-people") && { exportHref: exportAddress(listStory.path.replace(":userId", String(person.userId)), list.request) })}
      headingLevel={2}
    />
  );
}

const icons: Record<StoryRow["kind"], LucideIcon> = {
  membership: UserRound,
  role: KeyRound,
  group: UsersRound,
  enrolled: BookOpen,
  ended: CircleSlash,
  due: TriangleAlert,
  letter: Mail,
  decision: PencilLine,
  takenBack: RotateCcw,
  started: Play,
  moved: ArrowRightLeft,
  signOff: BadgeCheck,
  completed: CircleCheck,
  signIn: LogIn,
  profile: PencilLine,
};

function useStoryColumns(): Column<StoryRow>[] {
  const { t } = useLingui();
  const words = useStoryWords();
  const dateWords: Partial<Record<StoryRow["kind"], string>> = { enrolled: t`due`, role: t`until`, letter: t`by email` };
  return [
    {
      id: "what",
      header: t`What`,
      isRowHeader: true,
      cell: (row) => (
        <span className="person-story" data-overdue={row.what === "overdue" || undefined}>
          <Icon of={icons[row.kind]} /> <bdi>{words.line(row)}</bdi>
        </span>
      ),
    },
    {
      id: "course",
      header: t`Course`,
      cell: ({ course }) => (course ? <bdi>{course}</bdi> : <span className="muted ui-table-none">–</span>),
    },
    { id: "at", header: t`When`, isSortable: true, cell: (row) => <Time instant={row.at} /> },
    {
      id: "details",
      header: t`Details`,
      cell: ({ by, valueAt, ...row }) => (
        <span>
          {by && (
            <>
              <Trans>
                by <bdi>{by}</bdi>
              </Trans>{" "}
            </>
          )}
          {valueAt && (
            <span className="muted">
              {dateWords[row.kind] ?? t`now`} <Time instant={valueAt} kind="date" />{" "}
            </span>
          )}
          <bdi>{words.detail(row)}</bdi>
        </span>
      ),
    },
  ];
}
