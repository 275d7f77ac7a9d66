import type { CategoryRow, Place } from "./contract.ts";

type Row = Pick<CategoryRow, "id" | "parentId" | "depth" | "name">;

/** The rows below a parent, in order. */
export const childrenOf = <One extends Row>(rows: readonly One[], parentId: number | null): One[] =>
  rows.filter((row) => row.parentId === parentId);

/** The ids of a category and all below it. Rows: parents before children. */
export function branchOf(rows: readonly Row[], id: number): Set<number> {
  const ids = new Set([id]);
  for (const row of rows) if (row.parentId !== null && ids.has(row.parentId)) ids.add(row.id);
  return ids;
}

/** The names from the top down to a category, as one text. */
export function pathNames(rows: readonly Row[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { id, parentId, name } of rows) names.set(id, parentId === null ? name : `${names.get(parentId) ?? ""} › ${name}`);
  return names;
}

/** The rows with one of them, and all below it, at another place of the tree. A place that cannot be leaves them as they are. */
export function moved<One extends Row>(rows: One[], id: number, { parentId, beforeId }: Place): One[] {
  const row = rows.find((one) => one.id === id);
  const parent = rows.find((one) => one.id === parentId);
  if (!row || (parentId !== null && (!parent || branchOf(rows, id).has(parentId)))) return rows;
  const siblings = childrenOf(rows, parentId).filter((one) => one.id !== id);
  const at = siblings.findIndex((one) => one.id === beforeId);
  const placed = siblings.toSpliced(at < 0 ? siblings.length : at, 0, { ...row, parentId });
  const rest = rows.filter((one) => one.id !== id && one.parentId !== parentId);
  const below = (of: number | null, depth: number): One[] =>
    (of === parentId ? placed : childrenOf(rest, of)).flatMap((one) => [{ ...one, depth }, ...below(one.id, depth + 1)]);
  return below(null, 0);
}

/** The place one step up or down among its neighbours; null at the end. */
export function stepped(rows: readonly Row[], id: number, step: 1 | -1): Place | null {
  const parentId = rows.find((one) => one.id === id)?.parentId ?? null;
  const siblings = childrenOf(rows, parentId).map((one) => one.id);
  const to = siblings.indexOf(id) + step;
  if (to < 0 || to >= siblings.length) return null;
  return { parentId, beforeId: siblings[step < 0 ? to : to + 1] ?? null };
}
