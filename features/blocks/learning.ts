import type { BlockLearning } from "./block-kind.ts";
import { blockLearning, type ShownBlock } from "./kinds.ts";

/** What the browser knows about a block's kind before its code is loaded. */
export const learningOf = ({ kind }: Pick<ShownBlock, "kind">) => blockLearning[kind] as unknown as BlockLearning<ShownBlock>;
