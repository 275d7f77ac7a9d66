import * as z from "zod/mini";
import { filesOfBlock } from "#features/blocks/block.ts";
import { Block } from "#features/blocks/kinds.ts";

const mark = "stoa-blocks";
const Copied = z.object({ kind: z.literal(mark), version: z.literal(1), courseId: z.int(), blocks: z.array(Block) });

/** Blocks as text for the clipboard, so that they can be pasted on another page or in another course. */
export const textOfBlocks = (courseId: number, blocks: readonly Block[]) => JSON.stringify({ kind: mark, version: 1, courseId, blocks });

/**
 * The blocks in a text of the clipboard; null where it has none. left: how many cannot be taken, because they show files of another course, or are of a kind
 * that this release does not know.
 */
export function blocksIn(text: string, courseId: number): { blocks: Block[]; left: number } | null {
  if (!text.startsWith(`{"kind":"${mark}"`)) return null;
  try {
    const { data } = Copied.safeParse(JSON.parse(text));
    if (!data) return { blocks: [], left: 1 };
    const blocks = data.courseId === courseId ? data.blocks : data.blocks.filter((block) => filesOfBlock(block).length === 0);
    return { blocks, left: data.blocks.length - blocks.length };
  } catch {
    return null;
  }
}
