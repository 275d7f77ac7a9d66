import { expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import { blockKinds, type Block } from "#features/blocks/kinds.ts";
import { filesOfBlock, isPackagePart, plainBlock, shownBlock } from "#features/blocks/block.ts";
import type { Content } from "#features/courses/content.ts";
import { Page } from "#features/courses/content.ts";
import { linesOf } from "./block-lines.ts";
import { carriesOf, changeOf, countChanges } from "./changes.ts";
import { mergePage } from "./merge.ts";
import { aText } from "./test/editor.ts";
import { randomOf } from "./test/random.ts";
import { makeChange, startHistory, undo } from "./undoing.ts";
import { changeBlock, copyOfBlock, linkBlock, madeFrom, type Working } from "./working.ts";
import { same } from "#platform/same.ts";
import { blocksIn, takenBlocks, textOfBlocks } from "./web/content/clipboard.ts";

// What it means that a block is linked to a reusable one (EDT-12): its content stays its own, and the link is nothing of it.

const from = (revision: number, reusableId = 5) => ({ reusableId, revision });
const one = (block: Block) => aPage("p1", { blocks: [block] });
const rule = { kind: "pages", percent: 100 } as const;

test("every kind of block keeps its link when it is saved, and its learner sees nothing of it", () => {
  for (const { sample } of Object.values(blockKinds)) {
    const block: Block = { ...sample("words", 7), from: from(3) };
    expect(Page.parse(one(block)).blocks).toEqual([block]);
    expect(shownBlock(block)).toEqual(shownBlock(plainBlock(block)));
    expect(JSON.stringify(shownBlock(block))).not.toContain("reusableId");
    expect(linesOf(block)).toEqual(linesOf(plainBlock(block)));
    expect(copyOfBlock(block, () => "new")).toEqual({ ...block, id: "new" });
  }
});

test("linking, unlinking and declining change nothing for learners", () => {
  const blocks = Object.values(blockKinds).map(({ sample }, nth) => ({ ...sample("words", 7), id: `b${nth}` }) as Block);
  const random = randomOf(12);
  for (let run = 0; run < 50; run++) {
    const marked = (): Content =>
      aContent([aPage("p1", { blocks: blocks.map((block) => madeFrom(block, block.id, random(2) ? from(1 + random(3)) : null)) })]);
    const [before, after] = [marked(), marked()];
    expect(changeOf({ content: before, rule }, { content: after, rule })).toBe("nothing");
    expect(countChanges(before, after).blocks).toMatchObject({ changed: 0, added: 0, removed: 0 });
    expect(carriesOf(before, after)).toEqual(carriesOf(before, before));
    expect(carriesOf(before, after).blocks).toEqual(blocks.map(({ id }) => id));
  }
});

test("an insertion is updated and unlinked: the block keeps its id and has the newest content; undo brings back what was typed", () => {
  const source = aText("reusable", "Newest");
  const block = madeFrom(aText("reusable", "First"), "b1", from(1));
  const page = one(block);
  const work: Working = { outline: { chapters: [] }, completion: rule, pages: { p1: page } };
  const typed = makeChange(startHistory(work), changeBlock("p1", { ...aText("b1", "Typed here"), from: from(1) }), { at: 0 });
  expect(typed.work.pages["p1"]?.blocks).toEqual([{ ...aText("b1", "Typed here"), from: from(1) }]);
  const taken = makeChange(typed, changeBlock("p1", madeFrom(source, "b1", from(2))), { at: 5000 });
  expect(taken.work.pages["p1"]?.blocks).toEqual([{ ...aText("b1", "Newest"), from: from(2) }]);
  expect(undo(taken).work.pages["p1"]?.blocks).toEqual(typed.work.pages["p1"]?.blocks);
  const unlinked = makeChange(taken, linkBlock("p1", "b1", null), { at: 10_000 });
  expect(unlinked.work.pages["p1"]?.blocks).toEqual([aText("b1", "Newest")]);
});

test("of two authors, a link alone is never a conflict, and it goes with the content of whoever changed that", () => {
  const base = one({ ...aText("b1", "Base"), from: from(1) });
  const merged = (mine: Block, theirs: Block) => {
    const { merged: page, conflicts } = mergePage(base, one(mine), one(theirs));
    return { block: page.blocks[0], conflicts: conflicts.length };
  };
  const kept = base.blocks[0] as Block;
  const updated: Block = { ...aText("b1", "Updated"), from: from(2) };
  // One wrote, the other unlinked.
  expect(merged({ ...aText("b1", "Written"), from: from(1) }, aText("b1", "Base"))).toEqual({
    block: aText("b1", "Written"),
    conflicts: 0,
  });
  expect(merged(aText("b1", "Base"), { ...aText("b1", "Written"), from: from(1) })).toEqual({
    block: aText("b1", "Written"),
    conflicts: 0,
  });
  // One took the update, the other declined it or did nothing.
  expect(merged({ ...kept, from: from(2) }, updated)).toEqual({ block: updated, conflicts: 0 });
  expect(merged(aText("b1", "Base"), updated)).toEqual({ block: updated, conflicts: 0 });
  expect(merged(kept, updated)).toEqual({ block: updated, conflicts: 0 });
  // Both changed only the link: mine holds.
  expect(merged(aText("b1", "Base"), { ...kept, from: from(2) })).toEqual({ block: aText("b1", "Base"), conflicts: 0 });
  // Both wrote: a person decides.
  expect(merged({ ...aText("b1", "Written"), from: from(1) }, updated)).toEqual({
    block: { ...aText("b1", "Written"), from: from(1) },
    conflicts: 1,
  });
});

test("whoever merges with whom, both come to the same content, and no link is made up", () => {
  const random = randomOf(99);
  const links = [null, from(1), from(2), from(3)];
  const any = (): Block => madeFrom(aText("b1", ["Base", "Other"][random(2)] ?? ""), "b1", links[random(links.length)] ?? null);
  for (let run = 0; run < 400; run++) {
    const [base, mine, theirs] = [any(), any(), any()];
    const here = mergePage(one(base), one(mine), one(theirs));
    const there = mergePage(one(base), one(theirs), one(mine));
    expect(here.conflicts.length).toBe(there.conflicts.length);
    const [a, b] = [here.merged.blocks[0], there.merged.blocks[0]];
    if (!a || !b) throw new Error("The block is gone.");
    if (here.conflicts.length === 0) expect(same(plainBlock(a), plainBlock(b))).toBe(true);
    expect([mine.from, theirs.from]).toContainEqual(a.from);
  }
});

test("copied blocks come back from the clipboard with their course; of another course's, those whose files this author may have", async () => {
  const blocks = Object.values(blockKinds).map(({ sample }, nth) => ({ ...sample("words", 7), id: `b${nth}` }) as Block);
  expect(blocksIn(textOfBlocks(3, blocks))).toMatchObject({ courseId: 3, blocks });
  expect(blocksIn("a text")).toBeNull();
  expect(blocksIn(`{"kind":"stoa-blocks","version":9}`)).toEqual({ courseId: 0, blocks: [] });
  const asked: number[] = [];
  const given = await takenBlocks(blocks, async (fileId) => void asked.push(fileId));
  expect(given).toEqual(blocks.filter((block) => !isPackagePart(block)));
  expect(new Set(asked)).toEqual(new Set([7]));
  const refused = await takenBlocks(blocks, () => Promise.reject(new Error("No such file.")));
  expect(refused).toEqual(given.filter((block) => filesOfBlock(block).length === 0));
});
