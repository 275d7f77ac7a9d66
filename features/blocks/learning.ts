import type { BlockLearning } from "./block-kind.ts";
import { blockLearning, type BlockFact, type ShownBlock, type ShownState } from "./kinds.ts";

/** What is known of a block's kind before its code is there. */
export const learningOf = ({ kind }: ShownBlock) => blockLearning[kind] as unknown as BlockLearning<ShownBlock, BlockFact, ShownState>;
