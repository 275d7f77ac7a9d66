import { shownState } from "#features/blocks/block.ts";
import type { ShownState } from "#features/blocks/kinds.ts";
import type { AttemptState } from "../contract.ts";
import type { CourseVersion } from "./course-version.ts";
import { percentDone } from "./evaluate.ts";
import { blockProgress, pageState, type Progress } from "./progress.ts";

/** An attempt as its learner sees it; each kind of block chooses what it shows. */
export function attemptState(attempt: { id: number; number: number }, version: CourseVersion, progress: Progress): AttemptState {
  const blocks: Record<string, ShownState> = {};
  for (const { block, page } of version.blocks.values()) {
    const shown = shownState(block, blockProgress(progress, page.id, block.id));
    if (shown) blocks[block.id] = shown;
  }
  const pageSeconds: Record<string, number> = {};
  for (const { id } of version.pages) if (progress.blocks.has(id)) pageSeconds[id] = pageState(progress, id).seconds;
  return {
    attemptId: attempt.id,
    number: attempt.number,
    percent: percentDone(version, progress),
    donePages: version.pages.filter(({ id }) => progress.done.has(id)).map(({ id }) => id),
    place: progress.place?.value ?? null,
    creditedSeconds: progress.creditedSeconds,
    reviewSeconds: progress.reviewSeconds,
    pageSeconds,
    blocks,
    completion: progress.completion,
  };
}
