import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { History, LogIn, LogOut } from "lucide-react";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { groupHistoryList, listGroupHistory, type Group, type GroupChange } from "../contract.ts";
import { historyQuery } from "./hooks.ts";
import { useGroupWords } from "./use-group-words.ts";

/** Who joined and left a group, when and why. */
export function GroupHistory({ group }: { group: Group }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(groupHistoryList);
  const result = useQuery(historyQuery(group.id, list.request));
  const words = useGroupWords();
  const columns = useHistoryColumns();
  return (
    <TableList
      list={list}
      result={result}
      label={t`History`}
      count={(total) => t`${plural(total, { one: "# change", other: "# changes" })}`}
      waiting={t`Loading the history`}
      failed={{ title: t`The history could not be loaded`, safe: t`Nothing was changed.` }}
      empty={
        <EmptyState icon={History} title={t`Nothing happened yet`} message={t`Whoever joins or leaves is listed here, with the reason.`} />
      }
      nothing={{ title: t`Nothing in the history matches these filters` }}
      search={t`Search people`}
      filters={[
        {
          id: "change",
          label: t`What`,
          any: t`Everything`,
          options: (["joined", "left"] as const).map((id) => ({ id, label: words.change[id] })),
        },
      ]}
      columns={columns}
      rowId={(row) => String(row.id)}
      {...(may("export-people") && {
        exportHref: exportAddress(listGroupHistory.path.replace(":groupId", String(group.id)), list.request),
      })}
    />
  );
}

function useHistoryColumns(): Column<GroupChange>[] {
  const { t } = useLingui();
  const words = useGroupWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      cell: ({ userId, name }) => (
        <Link to={`/users/details/${userId}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: "change",
      header: t`What`,
      card: "corner",
      cell: ({ change }) => (
        <Tag icon={change === "joined" ? LogIn : LogOut} tone={change === "joined" ? "success" : "neutral"}>
          {words.change[change]}
        </Tag>
      ),
    },
    { id: "at", header: t`When`, isSortable: true, cell: ({ at }) => <Time instant={at} /> },
    { id: "cause", header: t`Why`, cell: ({ cause }) => words.cause[cause] },
    { id: "by", header: t`By`, cell: ({ by }) => <bdi>{by ?? "–"}</bdi> },
  ];
}
