import { useLingui } from "@lingui/react/macro";
import { rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import type { ColumnDef, SortingState } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";
import { Icon } from "./icon.tsx";
import "./data-table.css";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column whose cell names the row; usually its link. */
  isRowHeader?: boolean;
  isSortable?: boolean;
  align?: "start" | "end";
  isHeaderHidden?: boolean;
  /** The cell's position when rows are cards, under 990 px. */
  card?: "title" | "line" | "corner" | "hidden";
};

export type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** A column's id, with a leading minus for descending. The server sorts. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Dims the current rows while newer ones load. */
  isRefetching?: boolean;
  isCompact?: boolean;
  selection?: { selected: ReadonlySet<string>; onChange: (next: Set<string>) => void; rowLabel: (row: Row) => string };
};

const features = tableFeatures({ rowSortingFeature });

/**
 * A plain table: buttons for sorting, checkboxes for rows, cards under 990 px. The ARIA roles are written out, because some browsers drop the
 * table's semantics when CSS changes `display`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, sort, onSort, selection } = props;
  const { t } = useLingui();
  const columnDefs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.header,
        enableSorting: column.isSortable ?? false,
        // TanStack Table only lets a column with an accessor be sorted; the order comes from the server.
        accessorFn: () => null,
      })),
    [columns],
  );
  const sorting = useMemo(() => readSort(sort), [sort]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: columnDefs,
    data,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (update) => {
      const next = (typeof update === "function" ? update(sorting) : update)[0];
      if (next) onSort?.(next.desc ? `-${next.id}` : next.id);
    },
  });
  const columnOf = new Map(columns.map((column) => [column.id, column]));
  const shown = table.getRowModel().rows;
  const selectedHere = selection ? shown.filter((row) => selection.selected.has(row.id)).length : 0;

  // Shift selects a range: from the row toggled last to this one.
  const isRange = useRef(false);
  const touched = useRef<string>(undefined);
  const noteShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  function selectRow(id: string, isSelected: boolean) {
    const ids = shown.map((row) => row.id);
    const from = isRange.current ? ids.indexOf(touched.current ?? id) : -1;
    const to = ids.indexOf(id);
    touched.current = id;
    select(from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1), isSelected);
  }

  function select(ids: readonly string[], isSelected: boolean) {
    if (!selection) return;
    const next = new Set(selection.selected);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    selection.onChange(next);
  }

  return (
    <>
      <div className="ui-table-scroll">
        <table
          role="table"
          className="ui-table"
          aria-label={props.label}
          aria-busy={props.isRefetching || undefined}
          data-refetching={props.isRefetching || undefined}
          data-compact={props.isCompact || undefined}
          data-selectable={selection ? true : undefined}
        >
          <thead role="rowgroup">
            {table.getHeaderGroups().map((group) => (
              <tr role="row" key={group.id} data-sort-label={onSort && t`Sort by`}>
                {selection && (
                  <th role="columnheader" className="ui-table-check">
                    <Checkbox
                      aria-label={t`Select all on this page`}
                      value={selectedHere > 0 && selectedHere === shown.length}
                      isIndeterminate={selectedHere > 0 && selectedHere < shown.length}
                      onChange={(isSelected) =>
                        select(
                          shown.map((row) => row.id),
                          isSelected,
                        )
                      }
                    >
                      {t`All on this page`}
                    </Checkbox>
                  </th>
                )}
                {group.headers.map((header) => {
                  const column = columnOf.get(header.column.id);
                  const order = header.column.getIsSorted();
                  return (
                    <th
                      role="columnheader"
                      scope="col"
                      key={header.id}
                      data-align={column?.align}
                      data-sortable={column?.isSortable || undefined}
                      aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : undefined}
                    >
                      {column?.isSortable ? (
                        <button type="button" className="ui-table-sort" onClick={header.column.getToggleSortingHandler()}>
                          {column.header}
                          {order && <Icon of={order === "asc" ? ArrowUp : ArrowDown} size="s" />}
                        </button>
                      ) : (
                        <span className={column?.isHeaderHidden ? "visually-hidden" : undefined}>{column?.header}</span>
                      )}
                    </th>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody role="rowgroup">
            {shown.map((row) => (
              <tr role="row" key={row.id} data-selected={selection?.selected.has(row.id) || undefined}>
                {selection && (
                  <td role="cell" className="ui-table-check" onPointerDownCapture={noteShift} onKeyDownCapture={noteShift}>
                    <Checkbox
                      aria-label={t`Select ${selection.rowLabel(row.original)}`}
                      value={selection.selected.has(row.id)}
                      onChange={(isSelected) => selectRow(row.id, isSelected)}
                    />
                  </td>
                )}
                {row.getAllCells().map((cell) => {
                  const column = columnOf.get(cell.column.id);
                  return column && <Cell key={cell.id} column={column} row={row.original} />;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const card = column.card ?? (column.isRowHeader ? "title" : "line");
  const content = (
    <>
      {card === "line" && !column.isHeaderHidden && (
        <span className="ui-table-label" aria-hidden="true">
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </>
  );
  if (column.isRowHeader) {
    return (
      <th role="rowheader" scope="row" data-align={column.align} data-card={card}>
        {content}
      </th>
    );
  }
  return (
    <td role="cell" data-align={column.align} data-card={card}>
      {content}
    </td>
  );
}

function readSort(sort: string | undefined): SortingState {
  if (!sort) return [];
  return sort.startsWith("-") ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }];
}
