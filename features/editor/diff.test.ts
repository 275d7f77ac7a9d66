import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blockKinds } from "#features/blocks/kinds.ts";
import type { Content, Page } from "#features/courses/content.ts";
import { changedLines, linesOf } from "./block-lines.ts";
import { differs, diffOf } from "./diff.ts";
import { randomOf } from "./test/random.ts";

// What people read of two versions (EDT-9).

const text = (id: string, words: string): Page["blocks"][number] => ({
  id,
  kind: "text",
  doc: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: words }] }] },
});
const page = (id: string, ...blocks: Page["blocks"]): Page => ({ id, title: `Page ${id}`, minutes: 1, rule: { viewed: true }, blocks });
const course = (...chapters: [string, ...Page[]][]) => ({
  content: { chapters: chapters.map(([id, ...pages]) => ({ id, title: `Chapter ${id}`, pages })) } satisfies Content,
  rule: { kind: "pages", percent: 100 } as const,
});

const [a, b, c] = [text("a", "One two"), text("b", "Three"), text("c", "Four")] as const;

test("chapters, pages and blocks are added, removed, changed and moved; what is gone stands where it was", () => {
  const from = course(["x", page("p", a, b), page("q", c)], ["y", page("r")]);
  const to = course(["y", page("r"), page("q", b, c)], ["x", page("p", text("a", "One 2"), text("d", "Five"))], ["z"]);
  const { chapters, rule, isSame } = diffOf(from, to);
  expect(isSame).toBe(false);
  expect(rule).toBeNull();
  expect(chapters.map(({ id, before, isMoved, pages }) => [id, before !== null, isMoved, pages.map((one) => one.id)])).toEqual([
    ["y", true, true, ["r", "q"]],
    ["x", true, false, ["p"]],
    ["z", false, false, []],
  ]);
  const [r, q] = chapters[0]?.pages ?? [];
  expect(r && differs(r)).toBe(false);
  expect(q).toMatchObject({ movedFrom: "Chapter x", isChanged: true });
  expect(q?.blocks.map(({ id, movedFrom, isChanged }) => [id, movedFrom, isChanged])).toEqual([
    ["b", "Page p", false],
    ["c", null, false],
  ]);
  // b is told on the page where it is now.
  expect(chapters[1]?.pages[0]?.blocks.map(({ id, before, after }) => [id, before !== null, after !== null])).toEqual([
    ["a", true, true],
    ["d", false, true],
  ]);
  const back = diffOf(to, from);
  expect(back.chapters.map(({ id, after }) => [id, after !== null])).toEqual([
    ["x", true],
    ["z", false],
    ["y", true],
  ]);
});

test("of a list in another order as few as possible count as moved", () => {
  const blocks = Array.from({ length: 7 }, (_, n) => text(`b${n}`, "x"));
  const moved = [...blocks.slice(1, 4), blocks[0], ...blocks.slice(4)] as Page["blocks"];
  const [only] = diffOf(course(["x", page("p", ...blocks)]), course(["x", page("p", ...moved)])).chapters[0]?.pages ?? [];
  expect(only?.blocks.flatMap(({ id, movedFrom }) => (movedFrom === null ? [] : [id]))).toEqual(["b0"]);
});

test("of random versions each block and page of both is told once, and what is told makes the one from the other", () => {
  const random = randomOf(5);
  const any = () => {
    const ids = Array.from({ length: 12 }, (_, n) => `b${n}`).filter(() => random(4) > 0);
    const shuffled = ids.map((id) => [random(6), id] as const).toSorted(([one], [two]) => one - two);
    const pages = ["p", "q", "r"].filter(() => random(5) > 0).map((id) => page(id));
    if (pages.length === 0) pages.push(page("p"));
    for (const [, id] of shuffled) pages[random(pages.length)]?.blocks.push(text(id, `Words ${random(2)}`));
    const half = random(pages.length + 1);
    return course(["x", ...pages.slice(0, half)], ["y", ...pages.slice(half)]);
  };
  for (let round = 0; round < 300; round++) {
    const [from, to] = [any(), any()];
    const told = diffOf(from, to).chapters.flatMap(({ pages }) => pages);
    const pagesIn = ({ content }: ReturnType<typeof course>) => content.chapters.flatMap(({ pages }) => pages);
    const all = (of: typeof from) => pagesIn(of).flatMap(({ blocks }) => blocks.map(({ id }) => id));
    expect(told.map(({ id }) => id).toSorted()).toEqual([...new Set([...pagesIn(from), ...pagesIn(to)].map(({ id }) => id))].toSorted());
    expect(told.flatMap(({ blocks }) => blocks.map(({ id }) => id)).toSorted()).toEqual(
      [...new Set([...all(from), ...all(to)])].toSorted(),
    );
    expect(told.filter(({ after }) => after).map(({ id, blocks }) => [id, blocks.flatMap(({ after }) => after ?? [])])).toEqual(
      pagesIn(to).map(({ id, blocks }) => [id, blocks]),
    );
  }
});

test.each(Object.values(blockKinds).map((kind) => kind.sample("Before", 7)))(
  "a block of the kind $kind is told in lines, its words among them",
  (block) => {
    const lines = linesOf(block);
    expect(changedLines(block, block)).toEqual([]);
    const other = Object.values(blockKinds)
      .map((kind) => kind.sample("After", 7))
      .find(({ kind }) => kind === block.kind) as object;
    const changed = changedLines(block, other);
    const words = blockWords(block);
    if (words) expect(changed.length).toBeGreaterThan(0);
    for (const { before, after } of changed) expect([before?.as, after?.as]).toEqual(["words", "words"]);
    expect(new Set(lines.map(({ at }) => at)).size).toBe(lines.length);
  },
);
const blockWords = (block: object) => JSON.stringify(block).includes("Before");

test("the lines of a quiz name the right answer, a changed order and what was taken out", () => {
  const question = (correct: string, options: string[]) => ({
    id: "q1",
    kind: "single",
    stem: "Which?",
    points: 1,
    feedback: "",
    options: options.map((id) => ({ id, text: `Option ${id}` })),
    correct,
  });
  const quiz = (passPercent: number, one: object) => ({
    id: "z",
    kind: "quiz",
    title: "Check",
    passPercent,
    submissions: null,
    questions: [one],
  });
  const changes = changedLines(quiz(70, question("a", ["a", "b", "c"])), quiz(80, question("b", ["b", "a"])));
  expect(changes.map(({ field, places, before, after }) => [field, places, before, after])).toEqual([
    ["passPercent", [], { as: "setting", value: 70 }, { as: "setting", value: 80 }],
    ["options", [{ list: "questions", number: 1 }], { as: "order", ids: ["a", "b", "c"] }, { as: "order", ids: ["b", "a"] }],
    ["correct", [{ list: "questions", number: 1 }], { as: "words", text: "Option a" }, { as: "words", text: "Option b" }],
    [
      "text",
      [
        { list: "questions", number: 1 },
        { list: "options", number: 3 },
      ],
      { as: "words", text: "Option c" },
      null,
    ],
  ]);
});

test("what blocks of any kind store, and what pages ask, has a name for people", () => {
  const lines = Object.values(blockKinds).flatMap((kind) => linesOf(kind.sample("Words", 7)));
  const asked = Object.assign(
    { viewed: true, minSeconds: 1, minutes: 1 },
    ...Object.values(blockKinds).map((kind) => kind.sampleRule),
  ) as object;
  const fields = [...lines, ...linesOf(asked)].map(({ field }) => field);
  const lists = lines.flatMap(({ places }) => places.map(({ list }) => list));
  // Its texts are macros, which only the bundler reads.
  const source = readFileSync(join(import.meta.dirname, "web/versions/field-words.ts"), "utf8");
  const [named, items] = source
    .split("export const itemWords")
    .map((part) => [...part.matchAll(/^ {2}(\w+): msg/gm)].map(([, name]) => name));
  expect([...new Set(fields)].filter((field) => !named?.includes(field))).toEqual([]);
  expect([...new Set(lists)].filter((list) => !items?.includes(list))).toEqual([]);
});
