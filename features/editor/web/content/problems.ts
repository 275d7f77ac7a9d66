import { problemsOfBlocks } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { Problem } from "#features/questions/problem.ts";
import { obstaclesIn, type Obstacle } from "../../completable.ts";
import { contentOf, pageIdsOf, type Working } from "../../working.ts";

/** Something to mend: of a block, or what makes the course impossible to complete. */
export type Found =
  | { readonly of: "block"; readonly pageId: string; readonly block: Block; readonly problem: Problem }
  | { readonly of: "course"; readonly obstacle: Obstacle };

/** What is to be mended on the loaded pages, in the order of the course; whether it can be completed, once all of them are here. As publishing finds it. */
export function problemsIn(work: Working): Found[] {
  const ids = pageIdsOf(work.outline);
  const obstacles = ids.every((id) => work.pages[id]) ? obstaclesIn(contentOf(work), work.completion) : [];
  return [
    ...obstacles.map((obstacle) => ({ of: "course" as const, obstacle })),
    ...ids.flatMap((pageId) => problemsOfBlocks(work.pages[pageId]?.blocks ?? []).map((one) => ({ of: "block" as const, pageId, ...one }))),
  ];
}

/** The worst of each page. */
export function troublesOf(found: readonly Found[]): Map<string, "error" | "warning"> {
  const troubles = new Map<string, "error" | "warning">();
  for (const one of found) {
    const pageId = one.of === "block" ? one.pageId : one.obstacle.pageId;
    const severity = one.of === "block" ? one.problem.severity : "error";
    if (pageId !== null && troubles.get(pageId) !== "error") troubles.set(pageId, severity);
  }
  return troubles;
}
