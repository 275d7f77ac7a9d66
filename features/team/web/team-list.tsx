import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BellRing, CircleDashed, Clock, Signature, TriangleAlert, Users } from "lucide-react";
import { useBulkActions } from "#features/bulk/web/use-bulk-actions.tsx";
import { useEnrolmentActions } from "#features/enrolment/web/bulk/use-enrolment-actions.tsx";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { teamStates } from "#features/enrolment/team-states.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { listTeam, teamList, type TeamMember } from "../contract.ts";
import { teamQuery } from "./hooks.ts";
import "./team.css";

/** Prefetches the list, when somebody points at a link to a screen with it. */
export const prefetchTeam: Prefetch = (client, to) => client.prefetchQuery(teamQuery(listRequest(teamList, to)));

/** isWaiting: set while a call is under way that may bring the first page along. The people whom somebody looks after, with what is overdue, due soon and not started, to be reminded and enrolled (ROLE-6). */
export function TeamList({ isWaiting = false }: { readonly isWaiting?: boolean }) {
  const { t } = useLingui();
  const list = useListState(teamList);
  const result = useQuery({ ...teamQuery(list.request), enabled: !isWaiting });
  const columns = useTeamColumns();
  const may = useMay();
  const states: Record<(typeof teamStates)[number], string> = {
    overdue: t`Something is overdue`,
    soon: t`Something is due soon`,
    notStarted: t`Something is not started`,
    enrolled: t`Enrolled in something`,
    completed: t`Completed something in 30 days`,
    signOff: t`Asks for a sign-off`,
  };
  const enrolments = useEnrolmentActions();
  const { actions, dialog } = useBulkActions("team", [
    { kind: "nudge", needs: "enrol-people", label: t`Remind`, icon: BellRing },
    ...enrolments,
  ]);
  return (
    <>
      <TableList
        list={list}
        tabs={<ViewTabs name="team" list={list} everything={t`Everybody`} isWaiting={isWaiting || result.isFetching} />}
        result={result}
        label={t`Team`}
        count={(total) => t`${plural(total, { one: "# person", other: "# people" })}`}
        waiting={t`Loading the team`}
        failed={{ title: t`The team could not be loaded`, safe: t`Nothing was changed.` }}
        empty={<EmptyState icon={Users} title={t`Nobody here yet`} message={t`The people whom you look after are listed here.`} />}
        nothing={{ title: t`Nobody matches these filters` }}
        search={t`Search the team`}
        intro={
          result.data?.isNear && (
            <p className="team-near" role="status">
              <Trans>Nobody has exactly these words. These people have words that are one letter away.</Trans>
            </p>
          )
        }
        filters={[{ id: "state", label: t`Status`, any: t`Everybody`, options: teamStates.map((id) => ({ id, label: states[id] })) }]}
        columns={columns}
        rowId={(row) => String(row.id)}
        {...(actions.length > 0 && { bulk: { actions, rowLabel: ({ name }: TeamMember) => name } })}
        {...(may("export-people") && { exportHref: exportAddress(listTeam.path, list.request) })}
      />
      {dialog}
    </>
  );
}

function useTeamColumns(): Column<TeamMember>[] {
  const { t } = useLingui();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ id, name, email }) => (
        <span className="team-person">
          <Link to={`/users/details/${id}?tab=enrolments`}>
            <bdi>{name}</bdi>
          </Link>
          {name !== email && <bdi className="muted small">{email}</bdi>}
        </span>
      ),
    },
    { id: "standing", header: t`Open courses`, cell: (row) => <Standing of={row} /> },
    {
      id: "next",
      header: t`Due first`,
      cell: ({ next }) =>
        next ? (
          <span className="team-next">
            <bdi>{next.course}</bdi>
            <DueTag due={next.due} />
          </span>
        ) : (
          <span className="muted ui-table-none">–</span>
        ),
    },
    {
      id: "nudged",
      header: t`Reminded`,
      cell: ({ nudgedAt }) => (nudgedAt === null ? t`Never` : <Time instant={nudgedAt} kind="date" />),
    },
  ];
}

/** How many of somebody's courses are overdue, due soon and not started, and whether they wait for an assessor, each with an icon and a word. */
function Standing({ of: { id, open, overdue, soon, notStarted, waiting } }: { of: TeamMember }) {
  const { t } = useLingui();
  if (open === 0 && waiting === 0) return <span className="muted">{t`None`}</span>;
  return (
    <span className="team-standing">
      <span className="num">{open}</span>
      {overdue > 0 && <Tag tone="danger" icon={TriangleAlert}>{t`${overdue} overdue`}</Tag>}
      {soon > 0 && <Tag tone="warning" icon={Clock}>{t`${soon} due soon`}</Tag>}
      {waiting > 0 && (
        <Link to={`/users/details/${id}?tab=attempts`}>
          <Tag tone="info" icon={Signature}>{t`Asks for a sign-off`}</Tag>
        </Link>
      )}
      {notStarted > 0 && <Tag icon={CircleDashed}>{t`${notStarted} not started`}</Tag>}
    </span>
  );
}
