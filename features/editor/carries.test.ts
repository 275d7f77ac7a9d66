import { expect, test } from "vitest";
import { blockKinds, type Block, type BlockOf } from "#features/blocks/kinds.ts";
import { pagesOf, type Content, type Page, type PageRule } from "#features/courses/content.ts";
import { quiz, video } from "#features/progress/test/learners.ts";
import { carriesOf, changeOf, countChanges } from "./changes.ts";
import { aText } from "./test/editor.ts";
import { randomOf } from "./test/random.ts";

// Nobody loses credit for what did not change (EDT-8, SCO-7): 1,000 random edits of a course with random learners in it, packages replaced too. The database's
// part of it is in moving.test.ts.

const text = JSON.stringify;
const part = (id: string, packageId: number, scoKey = `sco-${id}`): Block => ({ id, kind: "scorm", packageId, scoKey });

test("over 1,000 random edits each unchanged page and block keeps what random learners did in it, and a replaced package keeps nothing", () => {
  const random = randomOf(41);
  let made = 0;
  const aBlock = (): Block => {
    const id = `b${++made}`;
    const samples = Object.values(blockKinds).filter((kind) => kind !== blockKinds.scorm);
    const sample = samples[random(samples.length)]?.sample(`Words of ${id}`, 1) as Block;
    const kinds = [
      () => aText(id, `Words of ${id}.`),
      () => ({ ...quiz(id, null), id }),
      () => part(id, 1 + random(3)),
      () => ({ ...sample, id }),
    ];
    return (kinds[random(4)] as () => Block)();
  };
  const aPage = (): Page => ({
    id: `p${++made}`,
    title: "A page",
    minutes: 1,
    rule: { viewed: true, ...(random(2) && { quiz: "submitted" as const }), ...(random(2) && { scorm: true }) },
    blocks: [aBlock(), aBlock()],
  });
  const inChapters = (pages: Page[]): Content => {
    const half = random(pages.length + 1);
    return {
      chapters: [pages.slice(0, half), pages.slice(half)].map((some, nth) => ({ id: `c${nth}`, title: `Chapter ${nth}`, pages: some })),
    };
  };
  const edited = (content: Content): Content => {
    const pages = pagesOf(content).map(({ page }) => page);
    const at = random(pages.length);
    const page = pages[at] as Page;
    const put = (change: Partial<Page>) => inChapters(pages.with(at, { ...page, ...change }));
    const place = random(page.blocks.length + 1);
    switch (random(9)) {
      case 0:
        return inChapters(pages.toSpliced(at, 0, aPage()));
      case 1:
        return pages.length > 3 ? inChapters(pages.toSpliced(at, 1)) : content;
      case 2:
        return put({ blocks: page.blocks.toSpliced(place, 0, aBlock()) });
      case 3:
        return put({ blocks: page.blocks.toSpliced(place, 1) });
      case 4:
        return put({ title: `Title ${++made}` });
      case 5:
        return put({ rule: { viewed: true, quiz: "passed", scorm: true } });
      case 6:
        return inChapters([...pages.toSpliced(at, 1), page]);
      case 7: {
        // To another page.
        const [moved] = page.blocks;
        const to = (at + 1) % pages.length;
        if (!moved || to === at) return content;
        const there = pages[to] as Page;
        return inChapters(
          pages.with(at, { ...page, blocks: page.blocks.slice(1) }).with(to, { ...there, blocks: [...there.blocks, moved] }),
        );
      }
      default:
        // Another package in its place, or other words.
        return put({
          blocks: page.blocks.map((block) =>
            block.kind === "scorm"
              ? { ...block, packageId: 100 + ++made }
              : block.kind === "text"
                ? aText(block.id, `Anew ${++made}`)
                : block,
          ),
        });
    }
  };

  let content = inChapters(Array.from({ length: 6 }, aPage));
  let [replaced, kept] = [0, 0];
  for (let round = 0; round < 1000; round++) {
    let next = edited(content);
    if (random(3) === 0) next = edited(next);
    const carries = carriesOf(content, next);
    const [blocks, items, parts] = [new Set(carries.blocks), new Set(carries.items), new Set(carries.parts)];
    const pagesBefore = new Map(pagesOf(content).map(({ page }) => [page.id, page]));
    const blocksBefore = new Map(pagesOf(content).flatMap(({ page }) => page.blocks.map((block) => [block.id, block] as const)));
    const pages = pagesOf(next).map(({ page }) => page);
    // A learner who has done any pages and blocks of the earlier version.
    const didPage = new Set([...pagesBefore.keys()].filter(() => random(2) === 0));
    const didBlock = new Set([...blocksBefore.keys()].filter(() => random(2) === 0));
    for (const page of pages) {
      const was = pagesBefore.get(page.id);
      if (was && didPage.has(page.id) && text(was) === text(page)) {
        kept++;
        expect(items.has(page.id)).toBe(true);
      }
      // Credit is given for nothing that was not there.
      if (items.has(page.id)) expect(page.blocks.every((block) => text(block) === text(blocksBefore.get(block.id)))).toBe(true);
      for (const block of page.blocks) {
        const isSame = text(blocksBefore.get(block.id)) === text(block);
        if (didBlock.has(block.id) && isSame) kept++;
        expect(blocks.has(block.id)).toBe(isSame);
        if (block.kind !== "scorm") continue;
        expect(parts.has(block.scoKey)).toBe(isSame);
        if (!isSame && blocksBefore.has(block.id)) {
          replaced++;
          // The page has to be done again, with the new package.
          expect(items.has(page.id)).toBe(false);
        }
      }
    }
    expect(parts.has("_sequencing")).toBe(
      carries.parts.length > 0 && pages.every((page) => page.blocks.every((block) => block.kind !== "scorm" || blocks.has(block.id))),
    );
    // What changed is said, and what is said adds up.
    const counted = countChanges(content, next);
    expect(counted.blocks.kept).toBe(carries.blocks.length);
    expect(counted.pages.kept + counted.pages.changed + counted.pages.added).toBe(pages.length);
    const rule = { kind: "pages", percent: 100 } as const;
    expect(changeOf({ content, rule }, { content: next, rule }) === "nothing").toBe(text(content) === text(next));
    content = next;
    if (pages.length > 12) content = inChapters(pages.slice(0, 6));
  }
  expect(kept).toBeGreaterThan(2_000);
  expect(replaced).toBeGreaterThan(50);
});

test("of two parts with one key the one that was replaced decides: what it stored is not given to another package", () => {
  const page = (...blocks: Block[]): Content => ({
    chapters: [{ id: "c", title: "", pages: [{ id: "p", title: "", minutes: 0, rule: { viewed: true, scorm: true }, blocks }] }],
  });
  const [from, to] = [page(part("a", 1, "x"), part("b", 2, "y")), page(part("a", 9, "x"), part("b", 2, "y"))];
  expect(carriesOf(from, to)).toMatchObject({ blocks: ["b"], items: [], parts: ["y", "_sequencing-y", "_open"] });
  expect(carriesOf(from, from).parts).toEqual(["x", "_sequencing-x", "y", "_sequencing-y", "_open", "_sequencing"]);
});

test("a lock that is added is a change to ask about, and takes no page from whoever completed it", () => {
  const page = (rule: PageRule): Content => ({
    chapters: [{ id: "c", title: "", pages: [{ id: "p", title: "", minutes: 0, rule, blocks: [aText("a", "Words.")] }] }],
  });
  const [open, locked] = [page({ viewed: true }), page({ viewed: true, locked: true })];
  expect(carriesOf(open, locked)).toMatchObject({ items: ["p"], seen: ["p"] });
  expect(carriesOf(locked, open)).toMatchObject({ items: ["p"], seen: ["p"] });
  expect(carriesOf(open, page({ viewed: true, locked: true, minSeconds: 5 }))).toMatchObject({ items: [], seen: ["p"] });
  const rule = { kind: "pages", percent: 100 } as const;
  expect(changeOf({ content: open, rule }, { content: locked, rule })).toBe("major");
});

test("another question in a video takes nothing from those who watched it, since it is no part of what they did", () => {
  const film = (questions: number): Block => ({
    ...(video as BlockOf<"video">),
    mustAnswer: questions > 1,
    questions: Array.from({ length: questions }, (_, nth) => ({
      from: nth,
      question: { id: `q${nth}`, kind: "trueFalse", stem: "Safe?", points: 1, correct: true, feedback: "" },
    })),
  });
  const one = (block: Block): Content => ({
    chapters: [
      { id: "c", title: "", pages: [{ id: "p", title: "", minutes: 1, rule: { viewed: true, videoPercent: 50 }, blocks: [block] }] },
    ],
  });
  const unchanged = carriesOf(one(film(1)), one(film(1)));
  for (const questions of [0, 2]) expect(carriesOf(one(film(1)), one(film(questions)))).toEqual(unchanged);
});
