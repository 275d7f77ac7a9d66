import { describe, expect, test } from "vitest";
import { blockKinds, type Block } from "#features/blocks/kinds.ts";
import { questionKinds } from "#features/questions/kinds.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import { courseIn, textsOf, textsOfBlock, translated, withText, type Text, type Texts } from "./server/service.ts";

// The texts of a document and their translations (EDT-16), for every kind in the table.

const names = Object.keys(blockKinds) as Block["kind"][];
/** What stands in the document's own language whatever it is translated into: code, formulas, and the names of captions' languages. */
const untranslated: Partial<Record<Block["kind"], readonly string[]>> = {
  codeSample: ["language", "source"],
  maths: ["source"],
  video: ["language", "label"],
};

const inWords = (text: Text, words: string): Text =>
  typeof text === "string" ? words : { type: "doc", content: [{ type: "text", text: words }] };
const all = (block: Block, words: string): Texts =>
  Object.fromEntries(textsOfBlock(block).map(({ key, value }) => [key, inWords(value, words)]));
const contentWith = (...blocks: Block[]) => aContent([aPage("p1", { blocks })]);

describe.each(names)("%s", (name) => {
  const block = blockKinds[name].sample("lighthouse", 7);

  test("every text of it is translated", () => {
    const { content, inSource } = translated(contentWith(block), all(block, "Leuchtturm"));
    expect(inSource).not.toContain(block.id);
    const left = JSON.stringify(content.chapters[0]?.pages[0]?.blocks, (key, value: unknown) =>
      (untranslated[name] ?? []).includes(key) || key === "mediaType" || key === "correct" || (key === "name" && name === "pdf")
        ? undefined
        : value,
    );
    expect(left).not.toContain("lighthouse");
  });

  test("stays whole in its own language where one text is missing", () => {
    const texts = textsOfBlock(block);
    const last = texts.at(-1)?.key;
    if (last === undefined) return expect(blockKinds[name].texts).toEqual([]);
    const some = Object.fromEntries(Object.entries(all(block, "Leuchtturm")).filter(([key]) => key !== last));
    const { content, inSource } = translated(contentWith(block), some);
    expect(content.chapters[0]?.pages[0]?.blocks).toEqual([block]);
    expect(inSource).toContain(block.id);
  });
});

test("every kind of question says which of its texts are translated", () => {
  for (const { sample, texts } of Object.values(questionKinds)) {
    const given = JSON.stringify(sample("lighthouse")).match(/"(\w+)":"lighthouse"/g) ?? [];
    const fields = new Set(given.map((one) => one.split('"')[1]));
    expect(new Set(texts.map((path) => path.split(".").at(-1)))).toEqual(fields);
  }
});

test("keys are of one text each, stay when items move, and name what has no id by its own words", () => {
  const steps: Block = {
    id: "s",
    kind: "steps",
    sections: ["a", "b"].map((id) => ({ id, title: id, doc: { type: "doc", content: [{ type: "text", text: id }] } })),
  };
  const table: Block = {
    id: "t",
    kind: "table",
    headerRow: true,
    headerColumn: false,
    rows: [
      ["One", "Two"],
      ["Three", "One"],
    ],
  };
  const keys = (block: Block) => textsOfBlock(block).map(({ key }) => key);
  expect(keys(steps)).toEqual([
    "blocks/s/sections/a/title",
    "blocks/s/sections/b/title",
    "blocks/s/sections/a/doc",
    "blocks/s/sections/b/doc",
  ]);
  expect(keys({ ...steps, sections: steps.sections.toReversed() }).toSorted()).toEqual(keys(steps).toSorted());
  const [one, two, three, again] = keys(table);
  expect(again).toBe(one);
  expect(new Set([one, two, three]).size).toBe(3);
  // A row in between takes no translation away from the others.
  expect(keys({ ...table, rows: [["Zero", "Null"], ...table.rows] })).toEqual(expect.arrayContaining([one, two, three]));
  expect(withText(table, one as string, "Eins")).toMatchObject({
    rows: [
      ["Eins", "Two"],
      ["Three", "Eins"],
    ],
  });
});

test("titles are translated by themselves, empty texts are none", () => {
  const content = aContent([
    aPage("p1", { title: "Start", blocks: [{ id: "f", kind: "flipCards", cards: [{ id: "a", front: " ", back: "x" }] }] }),
  ]);
  expect(textsOf(content).map(({ key }) => key)).toEqual([
    expect.stringMatching(/^chapters\/.+\/title$/),
    "pages/p1/title",
    "blocks/f/cards/a/back",
  ]);
  const other = translated(content, { "pages/p1/title": "Anfang" });
  expect(other.content.chapters[0]?.pages[0]?.title).toBe("Anfang");
  expect(other.inSource).toEqual(["f"]);
});

test("rich text does not stand where plain words belong, nor the other way round", () => {
  const block = blockKinds.attestation.sample("lighthouse");
  const { content } = translated(contentWith(block), { [`blocks/${block.id}/statement`]: { type: "doc", content: [] } });
  expect(content.chapters[0]?.pages[0]?.blocks).toEqual([block]);
});

test("a course says in a language what was translated from what it says now", () => {
  const translations = { de: { title: { of: "Stairs", text: "Treppen" }, outcomes: { of: ["Up"], text: ["Hinauf"] } } };
  expect(courseIn({ title: "Stairs", summary: "Short", outcomes: ["Up"], translations }, "de")).toMatchObject({
    title: "Treppen",
    summary: "Short",
    outcomes: ["Hinauf"],
  });
  expect(courseIn({ title: "Steps", outcomes: ["Up", "Down"], translations }, "de")).toMatchObject({
    title: "Steps",
    outcomes: ["Up", "Down"],
  });
  expect(courseIn({ title: "Stairs", translations }, "en").title).toBe("Stairs");
});
