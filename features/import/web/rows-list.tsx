import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#ui/empty-state.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { rowsList, type CheckedRow, type Import } from "../contract.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import { importRowsQuery } from "./hooks.ts";
import { useImportWords } from "./use-import-words.ts";
import { useRowColumns } from "./use-row-columns.tsx";

/** The rows with what each will do or did. Those with an error can be corrected here. */
export function RowsList({ one }: { one: Import }) {
  const { t } = useLingui();
  const words = useImportWords();
  const list = useListState(rowsList);
  const result = useQuery(importRowsQuery(one.id, list.request));
  const [opened, setOpened] = useState<CheckedRow | null>(null);
  const filters = (["error", "create", "update", "return", "leave", "unchanged", "skip"] as const).filter((id) => one.counts[id] > 0);
  const later = [
    ...(one.counts.refused > 0 ? (["refused"] as const) : []),
    ...(one.counts.kept + one.counts.partly > 0 ? (["kept"] as const) : []),
  ];
  const columns = useRowColumns(one, setOpened);
  return (
    <>
      <TableList
        list={list}
        result={result}
        label={t`Rows`}
        count={(total) => t`${plural(total, { one: "# row", other: "# rows" })}`}
        waiting={t`Loading rows`}
        failed={{ title: t`The rows could not be loaded`, safe: t`Nothing was changed.` }}
        empty={<EmptyState icon={Table2} title={t`No rows`} message={t`The rows of the table are listed here once they were checked.`} />}
        nothing={{ title: t`No row matches these filters` }}
        search={t`Search rows`}
        filters={[
          {
            id: "result",
            label: t`What happens`,
            any: t`Everything`,
            options: [...filters, ...later].map((id) => ({ id, label: words.verdict[id] })),
          },
        ]}
        columns={columns}
        rowId={({ number }) => String(number)}
      />
      {opened && <CorrectDialog one={one} row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
