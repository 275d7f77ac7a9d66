import { testsIn, type Condition } from "#features/conditions/condition.ts";
import type { GroupNode } from "./queries.ts";

/** The groups that a condition names. */
export const namedIn = (condition: Condition | null): number[] =>
  condition ? testsIn(condition).flatMap((test) => (test.kind === "group" ? test.groupIds : [])) : [];

/** The groups on which the members of a group depend: those inside it and those that its condition names. */
const basis = ({ childIds, condition }: Pick<GroupNode, "childIds" | "condition">): number[] => [...childIds, ...namedIn(condition)];

/** Whether a group would depend on itself, by whatever way, if it were made of this. */
export function makesCircle(nodes: readonly GroupNode[], id: number, made: Pick<GroupNode, "childIds" | "condition">): boolean {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<number>();
  const waiting = basis(made);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true;
    const node = byId.get(next);
    if (!node || seen.has(next)) continue;
    seen.add(next);
    waiting.push(...basis(node));
  }
  return false;
}

/** Groups in an order in which each comes after those on which it depends. */
export function inOrder(nodes: readonly GroupNode[]): GroupNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<number>();
  const ordered: GroupNode[] = [];
  const visit = (node: GroupNode) => {
    if (seen.has(node.id)) return;
    seen.add(node.id);
    for (const id of basis(node)) {
      const other = byId.get(id);
      if (other) visit(other);
    }
    ordered.push(node);
  };
  for (const node of nodes) visit(node);
  return ordered;
}

/** A group and all groups whose members depend on it, by whatever way. */
export function dependingOn(nodes: readonly GroupNode[], id: number): ReadonlySet<number> {
  const found = new Set([id]);
  // Groups depend on one another in no circle, so each comes after those on which it depends.
  for (const node of inOrder(nodes)) if (basis(node).some((one) => found.has(one))) found.add(node.id);
  return found;
}
