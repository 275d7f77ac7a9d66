import type { Thread } from "./review-contract.ts";

/** Comments at the page that has their block now: it may have been moved since. Those of a block that is gone stay at the page that they were written on. */
export function whereNow<One extends Pick<Thread, "pageId" | "blockId">>(
  threads: readonly One[],
  blocks: ReadonlyMap<string, ReadonlySet<string>>,
): One[] {
  const pageOf = new Map([...blocks].flatMap(([pageId, those]) => [...those].map((blockId) => [blockId, pageId] as const)));
  return threads.map((thread) => ({ ...thread, pageId: (thread.blockId !== null && pageOf.get(thread.blockId)) || thread.pageId }));
}
