import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Undo2, UserPlus, UsersRound } from "lucide-react";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { listCodeUses, codeUseList, type Code, type CodeUse } from "../contract.ts";
import { GetsList } from "./gets-list.tsx";
import { usesQuery } from "./hooks.ts";

/** Who used a code, what they got, and what of it was taken back. */
export function CodeUses({ code }: { code: Code }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(codeUseList);
  const result = useQuery(usesQuery(code.id, list.request));
  return (
    <TableList
      list={list}
      result={result}
      label={t`Who used it`}
      count={(total) => t`${plural(total, { one: "# use", other: "# uses" })}`}
      waiting={t`Loading who used it`}
      failed={{ title: t`Who used it could not be loaded`, safe: t`Nothing was changed.` }}
      empty={
        <EmptyState icon={UsersRound} title={t`Nobody has used it yet`} message={t`Whoever uses it is listed here, with what they got.`} />
      }
      nothing={{ title: t`Nobody matches this search` }}
      search={t`Search names and emails`}
      columns={useColumns()}
      rowId={({ id }) => String(id)}
      {...(may("export-people") && { exportHref: exportAddress(listCodeUses.path.replace(":codeId", String(code.id)), list.request) })}
    />
  );
}

function useColumns(): Column<CodeUse>[] {
  const { t } = useLingui();
  const may = useMay();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ userId, name, email }) => (
        <span className="code-name">
          {may("see-people") ? (
            <Link to={`/users/details/${userId}`}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
          {email !== name && <bdi className="muted small">{email}</bdi>}
        </span>
      ),
    },
    { id: "used", header: t`Used`, isSortable: true, cell: ({ usedAt }) => <Time instant={usedAt} /> },
    {
      id: "gets",
      header: t`Got`,
      cell: ({ gets }) => (gets.length > 0 ? <GetsList gets={gets} /> : <span className="muted">{t`Had it already`}</span>),
    },
    {
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: ({ isNew, undoneAt, kept }) => {
        const list = kept.join(", ");
        return (
          <span className="code-name">
            {isNew && <Tag tone="info" icon={UserPlus}>{t`New here`}</Tag>}
            {undoneAt && (
              <Tag icon={Undo2}>
                <Trans>
                  Taken back <Time instant={undoneAt} kind="date" />
                </Trans>
              </Tag>
            )}
            {list && <span className="muted small">{t`Stayed: ${list}`}</span>}
          </span>
        );
      },
    },
  ];
}
