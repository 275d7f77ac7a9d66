import type { BlockLearning } from "./block-kind.ts";
import { blockLearning, type ShownBlock } from "./kinds.ts";

/** What the browser knows about a block's kind before its code is loaded. */
export const learningOf = ({ kind }: Pick<ShownBlock, "kind">) =>
  ((blockLearning as Partial<Record<typeof kind, unknown>>)[kind] ?? {}) as BlockLearning<ShownBlock>;

/** Tells whether a page's rule asks something of a block's kind. */
export const isAskedBy = (rule: object) => (block: Pick<ShownBlock, "kind">) =>
  Boolean((rule as Record<string, unknown>)[learningOf(block).condition ?? ""]);
