import type { Before, BlockKind, BlockProgress, Reduced } from "./block-kind.ts";
import { blockKinds, type Block, type BlockFact, type ShownBlock, type ShownState } from "./kinds.ts";
import type { ScormBlock } from "./scorm/scorm.ts";
import type { QuizBlock } from "./quiz/quiz.ts";

/** What is kept of a block in an attempt; each kind knows its own. */
export type BlockState = { readonly kind: string };
type AnyKind = BlockKind<Block, ShownBlock, BlockFact, BlockState, ShownState>;
type Reducer = (block: Block, fact: BlockFact, before: Before<BlockState>) => Reduced<BlockState>;

/** The kind's own functions. A block is only ever given to those of its own kind, which the table's type holds. */
const kindOf = ({ kind }: Block) => blockKinds[kind] as unknown as AnyKind;

/** A block as its learner may see it. */
export const shownBlock = (block: Block): ShownBlock => kindOf(block).shown(block);
/** The files a block shows. */
export const filesOfBlock = (block: Block): number[] => kindOf(block).files(block);
/** The words a block is found by. */
export const wordsOfBlock = (block: Block): string[] => kindOf(block).words(block);
/** What a learner sees of their progress with a block; null while there is none. */
export const shownState = (block: Block, progress: BlockProgress<BlockState>) => kindOf(block).shownState(block, progress);
/** Whether a page's rule is met by one of its blocks; null when it asks nothing of it. */
export const blockDone = (block: Block, rule: object, progress: BlockProgress<BlockState>) =>
  kindOf(block).isDone(block, rule as never, progress);

/** What a fact leads to; null when the block is none that such facts are for. */
export function reduceFact(block: Block, fact: BlockFact, before: Before<BlockState>): Reduced<BlockState> | null {
  const reducers = kindOf(block).facts as Partial<Record<BlockFact["kind"], Reducer>>;
  return reducers[fact.kind]?.(block, fact, before) ?? null;
}

/** Why facts of blocks can never apply: every kind's codes, with words of the catalogue. */
export const refusalsOfBlocks = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(blockKinds).map((kind) => (kind as unknown as AnyKind).refusals ?? {}));

/** Whether a block is a part of a package. */
export const isPackagePart = (block: Block): block is ScormBlock => "packageId" in block;

/** Whether a block is marked and gives a score: those are what a course's score is made of. */
export const isScored = (block: Block): block is QuizBlock => "passPercent" in block;
