import type { Answers } from "#features/questions/kinds.ts";
import type { Place } from "../contract.ts";
import type { z } from "zod/mini";

/** Which of two facts is newer: a later opening wins, then the later fact of it. Equal stamps: the first received stays. */
export interface Stamp {
  readonly epoch: number;
  readonly seq: number;
}
export const isNewer = (a: Stamp, b: Stamp) => a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq);

/** What is kept of one page or block inside an attempt (table attempt_blocks; ids are unique in the document). */
export type BlockState =
  | { kind: "page"; viewed: boolean; seconds: number }
  | { kind: "video"; ranges: [number, number][]; position: number }
  /** Answers not yet handed in; null once they were. */
  | { kind: "draft"; answers: Answers | null };

export interface StampedBlock extends Stamp {
  readonly state: BlockState;
}

export interface Submission {
  readonly blockId: string;
  readonly number: number;
  readonly answers: Answers;
  readonly points: number;
  readonly maxPoints: number;
  readonly passed: boolean;
  /** ISO; empty for one that is being written now. */
  readonly submittedAt: string;
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
  completion: null,
  reversed: false,
});

/** What is known of a page: whether its end was reached and the seconds credited on it. */
export function pageState(progress: Progress, pageId: string) {
  const state = progress.blocks.get(pageId)?.state;
  return state?.kind === "page" ? state : { kind: "page" as const, viewed: false, seconds: 0 };
}

/** The submissions of one quiz, oldest first. */
export const submissionsOf = (progress: Progress, blockId: string) => progress.submissions.filter((one) => one.blockId === blockId);
