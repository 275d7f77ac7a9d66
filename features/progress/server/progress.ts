import type { BlockProgress, Submission } from "#features/blocks/block-kind.ts";
import type { BlockState } from "#features/blocks/block.ts";
import type { Place } from "../contract.ts";
import type { PartState } from "./package-parts.ts";
import type { z } from "zod/mini";

/** Which of two facts is newer: a later opening wins, then the later fact of it. Equal stamps: the first received stays. */
export interface Stamp {
  readonly epoch: number;
  readonly seq: number;
}
export const isNewer = (a: Stamp, b: Stamp) => a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq);

/** What is kept of one page (table attempt_blocks; ids are unique in the document). */
interface PageState {
  readonly kind: "page";
  readonly viewed: boolean;
  readonly seconds: number;
}
/** What is kept of one page or block inside an attempt; blocks' kinds know their own. */
export type KeptState = PageState | BlockState;

export interface StampedBlock extends Stamp {
  readonly state: KeptState;
}

export interface CompletionFact {
  readonly completedAt: string;
  readonly scorePercent: number | null;
  readonly passed: boolean | null;
}

/** An attempt in memory, between the lock and the write. */
export interface Progress {
  /** The newest epoch handed out. */
  readonly epoch: number;
  readonly place: (Stamp & { readonly value: z.infer<typeof Place> }) | null;
  readonly highestPage: number;
  readonly creditedSeconds: number;
  readonly blocks: ReadonlyMap<string, StampedBlock>;
  readonly done: ReadonlySet<string>;
  readonly submissions: readonly Submission[];
  /** Parts of packages by their keys (package-parts.ts). */
  readonly parts: ReadonlyMap<string, PartState>;
  /** The completion that stands; reversed says that there was one and it was taken back (INV-4). */
  readonly completion: CompletionFact | null;
  readonly reversed: boolean;
}

/** An attempt in which nothing has happened yet. */
export const freshProgress = (epoch: number): Progress => ({
  epoch,
  place: null,
  highestPage: 0,
  creditedSeconds: 0,
  blocks: new Map(),
  done: new Set(),
  submissions: [],
  parts: new Map(),
  completion: null,
  reversed: false,
});

/** What is known of a page: whether its end was reached and the seconds credited on it. */
export const pageState = (progress: Progress, pageId: string): PageState =>
  (progress.blocks.get(pageId)?.state as PageState | undefined) ?? { kind: "page", viewed: false, seconds: 0 };

/** The submissions of one quiz, oldest first. */
export const submissionsOf = (progress: Progress, blockId: string) => progress.submissions.filter((one) => one.blockId === blockId);

/** How far the attempt is with one block of a page. */
export const blockProgress = (progress: Progress, pageId: string, blockId: string): BlockProgress<BlockState> => ({
  state: progress.blocks.get(blockId)?.state ?? null,
  submissions: submissionsOf(progress, blockId),
  isPartDone: progress.done.has(pageId),
});
