import type { Before, BlockKind, BlockProgress, Reduced } from "./block-kind.ts";
import { blockKinds, type Block, type BlockFact, type ShownBlock, type ShownState } from "./kinds.ts";
import { questionKinds } from "#features/questions/kinds.ts";
import type { Problem } from "#features/questions/problem.ts";
import type { ScormBlock } from "./scorm/scorm.ts";
import type { QuizBlock } from "./quiz/quiz.ts";

/** The stored state of a block in an attempt; each kind defines its own. */
export type BlockState = { readonly kind: string };
type AnyKind = BlockKind<Block, ShownBlock, BlockFact, BlockState, ShownState>;
type Reducer = (block: Block, fact: BlockFact, before: Before<BlockState>) => Reduced<BlockState>;

/** The functions of a block's kind. A block is only passed to those of its own kind, which the type of the table ensures. */
const kindOf = ({ kind }: Block) => blockKinds[kind] as unknown as AnyKind;

/** A block without where it was taken from, which is nothing of its content. */
export function plainBlock(block: Block): Block {
  if (!block.from) return block;
  const { from: _, ...own } = block;
  return own;
}

/** A block without how it is shown: what somebody did in it holds as long as the rest stays. */
export function recordedBlock(block: Block): Block {
  const { appearance } = kindOf(block);
  if (!appearance) return block;
  return Object.fromEntries(Object.entries(block).filter(([name]) => !appearance.includes(name))) as Block;
}

/** A block without what its learner must not see. */
export const shownBlock = (block: Block): ShownBlock => kindOf(block).shown(plainBlock(block));
/** The ids of the files that a block shows. */
export const filesOfBlock = (block: Block): number[] => kindOf(block).files(block);
/** The paths of a block's fields that are translated. */
export const textPathsOf = (block: Block): readonly string[] => kindOf(block).texts;
/** The searchable texts of a block. */
export const wordsOfBlock = (block: Block): string[] => kindOf(block).words(block);
/** What the author of a block should mend; errors stop publishing. above: the level of the heading before it, where that is known. */
export const problemsOfBlock = (block: Block, above?: number): Problem[] => kindOf(block).problems(block, above);

/** What is to be mended in the blocks of a page, in their order, with how their headings follow one another below the page's title. */
export function problemsOfBlocks<B extends Block>(blocks: readonly B[]): { readonly block: B; readonly problem: Problem }[] {
  let above = 1;
  return blocks.flatMap((block) => {
    const found = problemsOfBlock(block, above).map((problem) => ({ block, problem }));
    above = kindOf(block).headings?.(block).at(-1) ?? above;
    return found;
  });
}

/** Whether a problem of a block only keeps some people out, so that an admin may publish with it. */
export const isBarrier = ({ kind }: Pick<Block, "kind">, code: string): boolean =>
  (blockKinds[kind] as unknown as AnyKind).barriers?.includes(code) ?? false;
/** A learner's progress in a block as they see it; null while there is none. */
export const shownState = (block: Block, progress: BlockProgress<BlockState>) => kindOf(block).shownState(block, progress);
/** Whether a block meets the page's rule; null when the rule has no condition for its kind. */
export const blockDone = (block: Block, rule: object, progress: BlockProgress<BlockState>) =>
  kindOf(block).isDone(block, rule as never, progress);

/** Whether a learner can ever bring a block to what the page's rule asks of its kind; true where it asks nothing. */
export const canBeDone = (block: Block, rule: object): boolean => kindOf(block).canBeDone?.(block, rule as never) ?? true;

/** Applies a fact to a block; null when the block's kind has no such fact. */
export function reduceFact(block: Block, fact: BlockFact, before: Before<BlockState>): Reduced<BlockState> | null {
  const reducers = kindOf(block).facts as Partial<Record<BlockFact["kind"], Reducer>>;
  return reducers[fact.kind]?.(block, fact, before) ?? null;
}

/** Whether learners do something with a block that is kept: answering, watching, listening, working through a package. */
export const takesFacts = (block: Block): boolean => Object.keys(kindOf(block).facts).length > 0 || isPackagePart(block);

/** The refusals of all kinds: texts of the catalogue by code. */
export const refusalsOfBlocks = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(blockKinds).map((kind) => (kind as unknown as AnyKind).refusals ?? {}));

/** Whether a block is a package part. */
export const isPackagePart = (block: Block): block is ScormBlock => "packageId" in block;

/** Whether this release has the kind of a stored block, and of the questions in it; a newer one may have others. */
export const isKnownBlock = (block: Block): boolean =>
  Object.hasOwn(blockKinds, block.kind) &&
  ("questions" in block ? (block.questions ?? []) : []).every((one) =>
    Object.hasOwn(questionKinds, ("question" in one ? one.question : one).kind),
  );

/** Whether a block is marked with a score; a course's score is computed from these. */
export const isScored = (block: Block): block is QuizBlock => "passPercent" in block;
