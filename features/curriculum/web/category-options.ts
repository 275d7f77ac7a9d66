import type { Result } from "#platform/contract.ts";
import type { listChoices } from "../contract.ts";

/** The categories as options, each with those above it, so that two of the same name can be told apart. */
export function categoryOptions(categories: Result<typeof listChoices>["categories"]): { id: string; label: string }[] {
  const above: string[] = [];
  return categories.map(({ id, name, depth }) => {
    above.length = depth;
    above.push(name);
    return { id: String(id), label: above.join(" › ") };
  });
}
