import type { BlockProgress, Submission } from "#features/blocks/block-kind.ts";
import type { BlockState } from "#features/blocks/block.ts";
import type { Place } from "../contract.ts";
import type { PartState } from "./package-parts.ts";
import type { z } from "zod/mini";

/** Orders facts: the higher epoch is newer, within one epoch the higher seq. Of equal stamps, the first received stays. */
export interface Stamp {
  readonly epoch: number;
  readonly seq: number;
}
export const isNewer = (a: Stamp, b: Stamp) => a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq);

/** The stored state of one page (table attempt_blocks; ids are unique in the document). */
interface PageState {
  readonly kind: "page";
  readonly viewed: boolean;
  readonly seconds: number;
}
/** The stored state of a page or block in an attempt; the kinds of blocks define their own. */
export type KeptState = PageState | BlockState;

export interface StampedBlock extends Stamp {
  readonly state: KeptState;
}

export interface CompletionFact {
  readonly completedAt: string;
  readonly scorePercent: number | null;
  readonly passed: boolean | null;
}

/** An attempt in memory, between taking the lock and writing. */
export interface Progress {
  /** The newest epoch. */
  readonly epoch: number;
  readonly place: (Stamp & { readonly value: z.infer<typeof Place> }) | null;
  readonly highestPage: number;
  readonly creditedSeconds: number;
  /** Those of them that were credited after the completion: no study time. */
  readonly reviewSeconds: number;
  readonly blocks: ReadonlyMap<string, StampedBlock>;
  readonly done: ReadonlySet<string>;
  readonly submissions: readonly Submission[];
  /** Package parts by key (package-parts.ts). */
  readonly parts: ReadonlyMap<string, PartState>;
  /** The valid completion. reversed: there was one, but it was reversed (INV-4). */
  readonly completion: CompletionFact | null;
  readonly reversed: boolean;
}

/** An attempt in which nothing has happened yet. */
export const freshProgress = (epoch: number): Progress => ({
  epoch,
  place: null,
  highestPage: 0,
  creditedSeconds: 0,
  reviewSeconds: 0,
  blocks: new Map(),
  done: new Set(),
  submissions: [],
  parts: new Map(),
  completion: null,
  reversed: false,
});

/** The state of a page: whether its end was reached, and the seconds credited on it. */
export const pageState = (progress: Progress, pageId: string): PageState =>
  (progress.blocks.get(pageId)?.state as PageState | undefined) ?? { kind: "page", viewed: false, seconds: 0 };

/** The submissions of one quiz, oldest first. */
export const submissionsOf = (progress: Progress, blockId: string) => progress.submissions.filter((one) => one.blockId === blockId);

/** The progress of one block on a page. */
export const blockProgress = (progress: Progress, pageId: string, blockId: string): BlockProgress<BlockState> => ({
  state: progress.blocks.get(blockId)?.state ?? null,
  submissions: submissionsOf(progress, blockId),
  isPartDone: progress.done.has(pageId),
});
