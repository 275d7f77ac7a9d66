import type { BlockLearning } from "./block-kind.ts";
import { blockLearning, type ShownBlock } from "./kinds.ts";

/** What is known of a block's kind before its code is there. */
export const learningOf = ({ kind }: Pick<ShownBlock, "kind">) => blockLearning[kind] as unknown as BlockLearning<ShownBlock>;
