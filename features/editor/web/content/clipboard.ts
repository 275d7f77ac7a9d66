import * as z from "zod/mini";
import { filesOfBlock, isPackagePart } from "#features/blocks/block.ts";
import { Block } from "#features/blocks/kinds.ts";

const mark = "stoa-blocks";
const Copied = z.object({ kind: z.literal(mark), version: z.literal(1), courseId: z.int(), blocks: z.array(Block) });

/** Blocks as text for the clipboard, so that they can be pasted on another page or in another course. */
export const textOfBlocks = (courseId: number, blocks: readonly Block[]) => JSON.stringify({ kind: mark, version: 1, courseId, blocks });

/** The blocks in a text of the clipboard and the course that they come from; null where it has none. Of a kind that this release does not know, none is given. */
export function blocksIn(text: string): { blocks: Block[]; courseId: number } | null {
  if (!text.startsWith(`{"kind":"${mark}"`)) return null;
  try {
    const { data } = Copied.safeParse(JSON.parse(text));
    return data ?? { blocks: [], courseId: 0 };
  } catch {
    return null;
  }
}

/**
 * Those of another course's blocks that this one can show: takeFile gives it a file, and rejects for one that this author may not have. Parts of packages stay
 * in their course.
 */
export async function takenBlocks(blocks: readonly Block[], takeFile: (fileId: number) => Promise<unknown>): Promise<Block[]> {
  const taken: Block[] = [];
  for (const block of blocks) {
    if (isPackagePart(block)) continue;
    const results = await Promise.allSettled([...new Set(filesOfBlock(block))].map(takeFile));
    if (results.every(({ status }) => status === "fulfilled")) taken.push(block);
  }
  return taken;
}
