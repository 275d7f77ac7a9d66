import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "#features/blocks/kinds.ts";
import type { Page } from "#features/courses/content.ts";
import { same } from "#platform/same.ts";
import { makeChange, redo, startHistory, takeIn, undo } from "./undoing.ts";
import * as edit from "./working.ts";

const aBlock = (id: string, words = ""): Block => ({
  id,
  kind: "text",
  doc: { type: "doc", content: [{ type: "paragraph", content: words ? [{ type: "text", text: words }] : [] }] },
});
const aPage = (id: string, blocks: readonly Block[] = []): Page => ({
  id,
  title: id,
  minutes: 0,
  rule: { viewed: true },
  blocks: [...blocks],
});

const start: edit.Working = {
  outline: {
    chapters: [
      { id: "c1", title: "One", pageIds: ["p1", "p2", "p3"] },
      { id: "c2", title: "Two", pageIds: ["p4"] },
      { id: "c3", title: "Three", pageIds: [] },
    ],
  },
  completion: { kind: "pages", percent: 100 },
  // p3 is not loaded.
  pages: Object.fromEntries(["p1", "p2", "p4"].map((id) => [id, aPage(id, [aBlock(`${id}a`), aBlock(`${id}b`)])])),
};

const chapter = fc.constantFrom("c1", "c2", "c3", "n1", "n2");
const pageId = fc.constantFrom("p1", "p2", "p3", "p4", "n3", "n4");
// A page that is made has an id that no other one ever had.
const newPage = fc.constantFrom("n3", "n4");
const block = fc.constantFrom("p1a", "p1b", "p2a", "p4b", "n5", "n6");
const by = fc.constantFrom(-1 as const, 1 as const);
const pages = fc.uniqueArray(pageId, { minLength: 1, maxLength: 3 }).map((ids) => new Set(ids));
const place = fc.option(pageId);
const changes: fc.Arbitrary<edit.Change> = fc.oneof(
  fc.tuple(chapter, fc.nat(3)).map(([id, at]) => edit.addChapter({ id, title: id, pageIds: [] }, at)),
  fc.tuple(chapter, fc.string()).map(([id, title]) => edit.renameChapter(id, title)),
  chapter.map((id) => edit.removeChapters(new Set([id]))),
  fc.tuple(chapter, fc.option(chapter)).map(([id, before]) => edit.moveChapter(id, before)),
  fc.tuple(chapter, by).map(([id, one]) => edit.stepChapter(id, one)),
  fc.tuple(newPage, chapter, place).map(([id, to, before]) => edit.addPages([aPage(id)], to, before)),
  pages.map(edit.removePages),
  fc.tuple(pages, chapter, place).map(([ids, to, before]) => edit.movePages(ids, to, before)),
  fc.tuple(pages, by).map(([ids, one]) => edit.stepPages(ids, one)),
  fc.tuple(pages, fc.nat(90)).map(([ids, minutes]) => edit.changePages(ids, { minutes })),
  fc.tuple(pageId, block, fc.nat(3)).map(([id, one, at]) => edit.addBlocks(id, [aBlock(one)], at)),
  fc.tuple(pageId, block, fc.string()).map(([id, one, words]) => edit.changeBlock(id, aBlock(one, words))),
  fc
    .tuple(pageId, block, block)
    .map(([id, one, other]) => edit.inOrder(edit.removeBlocks(id, new Set([other])), edit.addBlocks(id, [aBlock(one)]))),
  fc.tuple(pageId, block).map(([id, one]) => edit.removeBlocks(id, new Set([one]))),
  fc.tuple(pageId, block, block, pageId).map(([id, one, other, to]) => edit.moveBlocks(id, new Set([one, other]), to, other)),
  fc.tuple(pageId, block, by).map(([id, one, way]) => edit.stepBlocks(id, new Set([one]), way)),
  fc.nat(100).map((percent) => edit.setCompletion({ kind: "pages", percent })),
);

/** The work as its learners would get it; a page that was made and undone may stay beside the outline. */
const shown = (work: edit.Working) => ({ ...work, pages: edit.pageIdsOf(work.outline).map((id) => work.pages[id] ?? id) });

test("ids stay unique, each page stands in the outline once, and moving loses none", () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 30 }), (list) => {
      let work = start;
      for (const change of list) {
        const before = work;
        work = change(work);
        const ids = edit.pageIdsOf(work.outline);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(work.outline.chapters.map(({ id }) => id)).size).toBe(work.outline.chapters.length);
        for (const page of Object.values(work.pages)) expect(new Set(page.blocks.map(({ id }) => id)).size).toBe(page.blocks.length);
        // What was loaded stays, so that whatever is removed can come back.
        expect(Object.keys(work.pages)).toEqual(expect.arrayContaining(Object.keys(before.pages)));
      }
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(pages, chapter, place, by), { maxLength: 20 }), (moves) => {
      const moved = moves.reduce((work, [ids, to, before, way]) => edit.stepPages(ids, way)(edit.movePages(ids, to, before)(work)), start);
      expect(edit.pageIdsOf(moved.outline).toSorted()).toEqual(["p1", "p2", "p3", "p4"]);
    }),
  );
});

test("undoing everything gives the beginning, redoing everything the end", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(changes, fc.option(fc.constantFrom("a", "b")), fc.nat(3000)), { maxLength: 25 }), (list) => {
      let at = 0;
      let history = startHistory(start);
      for (const [change, key, later] of list) history = makeChange(history, change, { key, at: (at += later) });
      const end = history.work;
      const steps = history.past.length;
      for (let nth = 0; nth < steps; nth++) history = undo(history);
      expect(shown(history.work)).toEqual(shown(start));
      expect(undo(history)).toBe(history);
      for (let nth = 0; nth < steps; nth++) history = redo(history);
      expect(same(shown(history.work), shown(end))).toBe(true);
      expect(redo(history)).toBe(history);
    }),
  );
});

test("what is typed in one go is undone in one go; what another author did meanwhile stays", () => {
  let history = startHistory(start);
  const type = (words: string, at: number) => makeChange(history, edit.changeBlock("p1", aBlock("p1a", words)), { key: "p1a", at });
  for (const [at, words] of ["W", "Wo", "Wor", "Word"].entries()) history = type(words, at * 200);
  history = type("Word later", 5000);
  expect(history.past).toHaveLength(2);
  history = takeIn(history, edit.changeBlock("p1", aBlock("p1b", "Theirs")));
  history = undo(undo(history));
  expect(history.work.pages["p1"]?.blocks).toEqual([aBlock("p1a"), aBlock("p1b", "Theirs")]);
  expect(redo(history).work.pages["p1"]?.blocks).toEqual([aBlock("p1a", "Word"), aBlock("p1b", "Theirs")]);
});

test("steps cross chapters at their edges", () => {
  const places = (change: edit.Change) => change(start).outline.chapters.map(({ pageIds }) => pageIds.join());
  expect(places(edit.stepPages(new Set(["p3"]), 1))).toEqual(["p1,p2", "p3,p4", ""]);
  expect(places(edit.stepPages(new Set(["p4"]), -1))).toEqual(["p1,p2,p3,p4", "", ""]);
  expect(places(edit.stepPages(new Set(["p1", "p2"]), 1))).toEqual(["p3,p1,p2", "p4", ""]);
  expect(places(edit.stepPages(new Set(["p1"]), -1))).toEqual(["p1,p2,p3", "p4", ""]);
});

test("several pages at once: they step together from wherever they stand, and get the same minutes; of the others nothing changes", () => {
  const places = (change: edit.Change) => change(start).outline.chapters.map(({ pageIds }) => pageIds.join());
  expect(places(edit.stepPages(new Set(["p2", "p4"]), -1))).toEqual(["p2,p4,p1,p3", "", ""]);
  expect(places(edit.stepPages(new Set(["p1", "p4"]), 1))).toEqual(["p2,p3", "", "p1,p4"]);
  const { pages: after, ...rest } = edit.changePages(["p1", "p4"], { minutes: 7 })(start);
  expect(rest).toEqual({ outline: start.outline, completion: start.completion });
  expect(Object.values(after).map(({ id, minutes }) => [id, minutes])).toEqual([
    ["p1", 7],
    ["p2", 0],
    ["p4", 7],
  ]);
});

test("a copy of a page has its words, and no id of it", () => {
  const page = aPage("p1", [aBlock("p1a", "Words"), aBlock("p1b")]);
  let made = 0;
  const copy = edit.copyOfPage({ ...page, minutes: 5 }, () => `new${++made}`);
  expect(copy).toEqual({ ...aPage("new1", [aBlock("new2", "Words"), aBlock("new3")]), title: "p1", minutes: 5 });
  const places = edit
    .addPages(
      [copy],
      "c1",
      "p2",
    )(start)
    .outline.chapters.map(({ pageIds }) => pageIds.join());
  expect(places).toEqual(["p1,new1,p2,p3", "p4", ""]);
});
