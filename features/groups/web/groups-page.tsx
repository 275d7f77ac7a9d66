import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, UsersRound } from "lucide-react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useChosenColumns } from "#ui/list-screen/use-chosen-columns.ts";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import * as z from "zod/mini";
import { groupKinds, groupList, listGroups, type GroupRow } from "../contract.ts";
import { groupsQuery } from "./hooks.ts";
import { kindIcons, statusLooks, useGroupWords } from "./use-group-words.ts";
import "./groups.css";

const GroupForm = lazyPart(() => import("./group-form.tsx"));
const shape = { add: z.enum(["", "group"]) };
const defaults: { add: "" | "group" } = { add: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(groupsQuery(listRequest(groupList, to)));

/** Groups (specification §2): the groups of the portal, by name, kind and number of members. */
export default function GroupsPage() {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(groupList);
  const result = useQuery(groupsQuery(list.request));
  const words = useGroupWords();
  const { columns, button, dialog } = useChosenColumns(list, useGroupColumns(), ["name"]);
  const { state, set } = useUrlState(shape, defaults);
  const canDefine = result.data?.canDefine ?? false;
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => set({ add: "group" })}>
      <Trans>Create a group</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader title={t`Groups`} actions={canDefine && add} />
      <SectionTabs of="users" />
      <TableList
        list={list}
        tabs={<ViewTabs name="groups" list={list} everything={t`In use`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Groups`}
        count={(total) => t`${plural(total, { one: "# group", other: "# groups" })}`}
        waiting={t`Loading groups`}
        failed={{ title: t`The groups could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          list.state.status === null ? (
            <EmptyState
              icon={UsersRound}
              title={t`No groups yet`}
              message={
                canDefine
                  ? t`A group gathers people by hand or by a condition. Managers' rights, conditions and reports can name it.`
                  : t`Groups that you look after are listed here.`
              }
              action={canDefine && add}
            />
          ) : (
            <EmptyState
              icon={UsersRound}
              title={list.state.status === "archived" ? t`No archived groups` : t`No deleted groups`}
              action={
                <Button onPress={() => list.set({ status: null })}>
                  <Trans>Show groups in use</Trans>
                </Button>
              }
            />
          )
        }
        nothing={{ title: t`No group matches these filters` }}
        search={t`Search groups`}
        filters={[
          { id: "kind", label: t`Kind`, any: t`Every kind`, options: groupKinds.map((id) => ({ id, label: words.kind[id] })) },
          {
            id: "status",
            label: t`Status`,
            any: t`In use`,
            options: (["archived", "deleted"] as const).map((id) => ({ id, label: words.status[id] })),
          },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        {...(may("export-people") && { exportHref: exportAddress(listGroups.path, list.request) })}
        actions={button}
      />
      {dialog}
      {state.add === "group" && (
        <GroupForm group={null} onClose={() => set({ add: "" }, { replace: true })} onGiveUp={() => set({ add: "" }, { replace: true })} />
      )}
    </div>
  );
}

function useGroupColumns(): Column<GroupRow>[] {
  const { t, i18n } = useLingui();
  const words = useGroupWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ id, name, description }) => (
        <span className="group-name">
          <Link to={`/users/groups/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          {description && <bdi className="muted small group-note">{description}</bdi>}
        </span>
      ),
    },
    {
      id: "kind",
      header: t`Kind`,
      cell: ({ kind }) => <Tag icon={kindIcons[kind]}>{words.kind[kind]}</Tag>,
    },
    {
      id: "members",
      header: t`Members`,
      isSortable: true,
      align: "end",
      cell: ({ members }) => <bdi className="num">{i18n.number(members)}</bdi>,
    },
    { id: "created", header: t`Created`, isSortable: true, cell: ({ createdAt }) => <Time instant={createdAt} kind="date" /> },
    {
      id: "status",
      header: t`Status`,
      card: "corner",
      cell: ({ status }) => (
        <Tag tone={statusLooks[status].tone} icon={statusLooks[status].icon}>
          {words.status[status]}
        </Tag>
      ),
    },
  ];
}
