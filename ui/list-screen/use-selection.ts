import { useState } from "react";
import type { AnyListState } from "./use-list-state.ts";

/** The rows that an action applies to: by id, on any page, or all that search and filters select. */
export type Target = { ids: readonly string[] } | { all: AnyListState["request"] };

type Chosen = { of: string; ids: ReadonlySet<string>; isAll: boolean };

/** Which rows are chosen. Another search or filter clears the choice; another page or order keeps it. */
export function useSelection(list: AnyListState) {
  const { page: _, sort: __, ...selecting } = list.request;
  const of = JSON.stringify(selecting);
  const [kept, setKept] = useState<Chosen>({ of, ids: new Set(), isAll: false });
  // Forgotten, not hidden: taking the filter off again does not bring the choice back.
  if (kept.of !== of) setKept({ of, ids: new Set(), isAll: false });
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
