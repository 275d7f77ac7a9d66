import { useState } from "react";
import type { AnyListState } from "./use-list-state.ts";

/** Rows that something is to be done with: by id, on any page, or all that search and filters select. */
export type Target = { ids: readonly string[] } | { all: AnyListState["request"] };

type Chosen = { of: string; ids: ReadonlySet<string>; isAll: boolean };

/** Which rows are chosen. Another search or filter lets go of them; another page or order does not. */
export function useSelection(list: AnyListState) {
  const { page: _, sort: __, ...selecting } = list.request;
  const of = JSON.stringify(selecting);
  const [kept, setKept] = useState<Chosen>({ of, ids: new Set(), isAll: false });
  const { ids, isAll } = kept.of === of ? kept : { ids: new Set<string>(), isAll: false };
  return {
    ids,
    isAll,
    choose: (next: ReadonlySet<string>) => setKept({ of, ids: next, isAll: false }),
    chooseAll: () => setKept({ of, ids: new Set(), isAll: true }),
    clear: () => setKept({ of, ids: new Set(), isAll: false }),
    target: (): Target => (isAll ? { all: list.request } : { ids: [...ids] }),
  };
}
export type Selection = ReturnType<typeof useSelection>;
