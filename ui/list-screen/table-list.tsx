import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { DataTable } from "../data-table.tsx";
import type { Column } from "../data-table.tsx";
import { Icon } from "../icon.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { Skeleton } from "../skeleton.tsx";
import { ListScreen } from "./list-screen.tsx";
import type { ListPage, ListScreenProps } from "./list-screen.tsx";
import type { BulkAction } from "./selection-bar.tsx";
import { useSelection } from "./use-selection.ts";

const SelectionBar = lazyPart(() => import("./selection-bar.tsx"));

type TablePage<Row> = ListPage & { readonly rows: readonly Row[] };
type TableListProps<Row, Data extends TablePage<Row>> = Omit<
  ListScreenProps<Data>,
  "children" | "chosenBar" | "sorts" | "sort" | "waiting"
> & {
  /** Announced while the first page loads. */
  waiting: string;
  /** A sortable column has the id of its order in the list. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Address of the CSV export of everything that the filters select. */
  exportHref?: string;
  /** Actions on several rows; with them, rows have checkboxes. */
  bulk?: { actions: readonly BulkAction[]; rowLabel: (row: Row) => string };
  isCompact?: boolean;
  /** Number of rows of the skeleton. */
  skeletonRows?: number;
};

/** A list screen whose rows are a table, or cards in a narrow window. Most staff lists are this component and a list of columns. */
export function TableList<Row extends object, Data extends TablePage<Row>>(props: TableListProps<Row, Data>) {
  const { columns, rowId, exportHref, bulk, isCompact, skeletonRows = 6, waiting, actions, ...screen } = props;
  const { list, result, label } = props;
  const selection = useSelection(list);
  const isChoosing = bulk !== undefined && result.data !== undefined && (selection.isAll || selection.ids.size > 0);
  const rows = result.data?.rows ?? [];
  const sorts = columns.some(({ isSortable }) => isSortable);
  return (
    <ListScreen
      isFramed
      {...screen}
      waiting={{ label: waiting, skeleton: <Skeleton shape="table" count={skeletonRows} /> }}
      actions={
        (actions || exportHref) && (
          <>
            {exportHref && (
              <a className="ui-button" href={exportHref} download>
                <Icon of={Download} />
                <Trans>Export CSV</Trans>
              </a>
            )}
            {actions}
          </>
        )
      }
      chosenBar={
        isChoosing && (
          <SelectionBar
            selection={selection}
            total={result.data?.total ?? 0}
            actions={bulk.actions}
            meanwhile={<div className="ui-listing-chosen" />}
          />
        )
      }
    >
      {(data) => (
        <DataTable
          label={label}
          columns={columns}
          rows={data.rows}
          rowId={rowId}
          {...(sorts && { sort: list.state.sort, onSort: (sort: string) => list.change({ sort }) })}
          isRefetching={result.isPlaceholderData}
          {...(isCompact && { isCompact })}
          {...(bulk && {
            selection: {
              selected: selection.isAll ? new Set(rows.map(rowId)) : selection.ids,
              onChange: selection.choose,
              rowLabel: bulk.rowLabel,
            },
          })}
        />
      )}
    </ListScreen>
  );
}
