import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { Page } from "#features/courses/content.ts";
import { mergeOutline, mergePage, type OutlineState } from "./merge.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";
import { randomOf } from "./test/random.ts";

// Two authors on one page: no text of either is lost, or it stands in a conflict with both (EDT-10).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const page = (blocks: Block[], title = "T"): Page => ({ id: "p1", title, minutes: 1, rule: { viewed: true }, blocks });
const ids = ({ blocks }: Page) => blocks.map(({ id }) => id);

test("a block that one of both changed merges; one that both changed is a conflict with both", () => {
  const base = page([aText("a", "A"), aText("b", "B"), aText("c", "C")]);
  const mine = page([aText("a", "A1"), aText("c", "C"), aText("new", "N")], "Mine");
  const theirs = page([aText("b", "B"), aText("a", "A2"), aText("c", "C2"), aText("other", "O")]);
  const { merged, conflicts } = mergePage(base, mine, theirs);
  expect(merged.title).toBe("Mine");
  // b was removed by me, and nobody changed it; their order holds, because I moved nothing.
  expect(ids(merged)).toEqual(["a", "c", "new", "other"]);
  expect(merged.blocks[1]).toEqual(aText("c", "C2"));
  expect(conflicts).toEqual([{ part: "block", id: "a", base: aText("a", "A"), mine: aText("a", "A1"), theirs: aText("a", "A2") }]);
  const removed = mergePage(base, page([aText("b", "B"), aText("c", "C")]), page([aText("a", "A2"), aText("b", "B"), aText("c", "C")]));
  expect(ids(removed.merged)).toEqual(["a", "b", "c"]);
  expect(removed.conflicts).toMatchObject([{ part: "block", id: "a", mine: null, theirs: aText("a", "A2") }]);
});

test("the outline merges by chapter and page; a page is never in two chapters and never lost", () => {
  const state = (chapters: [string, string, string[]][], percent = 100): OutlineState => ({
    outline: { chapters: chapters.map(([id, title, pageIds]) => ({ id, title, pageIds })) },
    completion: { kind: "pages", percent },
  });
  const base = state([
    ["c1", "One", ["p1", "p2"]],
    ["c2", "Two", ["p3"]],
  ]);
  const mine = state([
    ["c1", "First", ["p2", "p1", "p4"]],
    ["c2", "Two", ["p3"]],
  ]);
  const theirs = state([["c1", "One", ["p1", "p2", "p3"]]], 90);
  const { merged, conflicts } = mergeOutline(base, mine, theirs);
  expect(merged).toEqual(state([["c1", "First", ["p2", "p3", "p1", "p4"]]], 90));
  expect(conflicts).toEqual([]);
  const both = mergeOutline(
    base,
    state([
      ["c1", "One", ["p1"]],
      ["c2", "Two", ["p3", "p2"]],
    ]),
    state([
      ["c1", "One", ["p1"]],
      ["c3", "New", ["p2"]],
      ["c2", "Two", ["p3"]],
    ]),
  );
  expect(both.conflicts).toEqual([{ part: "place", id: "p2", base: "c1", mine: "c2", theirs: "c3" }]);
  expect(both.merged.outline.chapters.flatMap(({ pageIds }) => pageIds).toSorted()).toEqual(["p1", "p2", "p3"]);
});

test("200 random edits of two authors, interleaved over the server: each text is there, or in a conflict with both", async () => {
  const random = randomOf(7);
  const { id: courseId } = await rig.aCourse({ content: rig.aContent([page([aText("start", "t0.")])]) });
  await rig.open(courseId);
  const at = rig.at(courseId, "/pages/p1");
  const conflicted = new Set<string>();
  const wordsIn = (value: unknown) => JSON.stringify(value ?? "").match(/t\d+\./g) ?? [];
  const authors = await Promise.all(
    [rig.author, rig.admin].map(async (client: Client) => {
      const { page: base, revision } = (await client.get(at)).json() as { page: Page; revision: number };
      return { client, base, revision, own: base };
    }),
  );
  const written = new Set(["t0."]);
  const edit = (own: Page, nth: number): Page => {
    const word = `t${nth}.`;
    written.add(word);
    const blocks = [...own.blocks];
    const place = random(blocks.length + 1);
    const chosen = blocks[place];
    switch (chosen ? random(3) : 0) {
      case 0:
        blocks.splice(place, 0, aText(`b${nth}`, word));
        break;
      case 1:
        blocks[place] = aText(chosen?.id ?? "", `${wordsIn(chosen).join(" ")} ${word}`);
        break;
      default: {
        // Moves one, and changes another.
        const [moved] = blocks.splice(place, 1);
        blocks.splice(random(blocks.length + 1), 0, ...(moved ? [moved] : []));
        const last = blocks.at(-1);
        blocks[blocks.length - 1] = aText(last?.id ?? "", `${wordsIn(last).join(" ")} ${word}`);
      }
    }
    return { ...own, blocks };
  };
  async function save(one: (typeof authors)[number]): Promise<void> {
    const answer = await one.client.put(at, { page: one.own, revision: one.revision });
    const said = answer.json();
    if (answer.statusCode === 200) {
      Object.assign(one, { base: one.own, revision: said.revision });
      return;
    }
    expect(said.code).toBe("page_changed");
    const { merged, conflicts } = mergePage(one.base, one.own, said.data.page);
    for (const conflict of conflicts) for (const word of [...wordsIn(conflict.mine), ...wordsIn(conflict.theirs)]) conflicted.add(word);
    Object.assign(one, { base: said.data.page, own: merged, revision: said.data.revision });
    await save(one);
  }
  for (let nth = 1; nth <= 200; nth++) {
    const one = authors[random(2)];
    if (!one) continue;
    one.own = edit(one.own, nth);
    if (random(3) === 0) await save(one);
  }
  for (const one of authors) await save(one);
  const { page: stored } = (await rig.author.get(at)).json() as { page: Page };
  const there = new Set(wordsIn(stored.blocks));
  expect([...written].filter((word) => !there.has(word) && !conflicted.has(word))).toEqual([]);
  // Most merged by themselves, and some did not: both ways were taken.
  expect(there.size).toBeGreaterThan(100);
  expect(conflicted.size).toBeGreaterThan(0);
});
