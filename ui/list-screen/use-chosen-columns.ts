import type { ReactNode } from "react";
import type { Column } from "../data-table.tsx";
import type { AnyListState } from "./use-list-state.ts";
import { useColumnChooser } from "./use-column-chooser.tsx";

/** The filter `columns` of a list. */
interface WithColumns extends AnyListState {
  readonly state: AnyListState["state"] & { readonly columns: readonly string[] };
}

/**
 * Of all columns of a list those that somebody has chosen, in their order, with the button and the dialog that choose them. fixed: the ids of those that are always shown, where
 * they stand: names in front, actions behind. All are shown while none are chosen.
 */
export function useChosenColumns<Row>(
  list: WithColumns,
  all: readonly Column<Row>[],
  fixed: readonly string[],
): { columns: readonly Column<Row>[]; button: ReactNode; dialog: ReactNode } {
  const free = all.filter(({ id }) => !fixed.includes(id));
  const atRest = free.map(({ id }) => id);
  const { page, columns: chosen } = list.state;
  const shown = chosen.length > 0 ? chosen : atRest;
  const { button, dialog } = useColumnChooser(
    { choices: free.map(({ id, header }) => ({ id, label: header })), shown, atRest },
    (columns) => list.change({ columns, page }),
  );
  const first = all.findIndex(({ id }) => !fixed.includes(id));
  const last = all.findLastIndex(({ id }) => !fixed.includes(id));
  return {
    columns: [...all.slice(0, first), ...shown.flatMap((id) => free.find((column) => column.id === id) ?? []), ...all.slice(last + 1)],
    button,
    dialog,
  };
}
