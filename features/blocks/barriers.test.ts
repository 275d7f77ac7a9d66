import { expect, test } from "vitest";
import { isBarrier, problemsOfBlock, problemsOfBlocks } from "./block.ts";
import { blockKinds, type Block } from "./kinds.ts";
import { RichNode } from "./text/text.ts";

// What keeps some people out of a course (EDT-15): each finding with a block that has it and one that has not. They are errors, and an admin may pass them over.

const sampleOf = (kind: Block["kind"]) => blockKinds[kind].sample("words", 7) as Block;
const heading = (level: number, words = "Title"): RichNode => ({
  type: "heading",
  attrs: { level },
  content: words === "" ? [] : [{ type: "text", text: words }],
});
const link = (...texts: string[]): RichNode => ({
  type: "paragraph",
  content: texts.map((text, nth) => ({
    type: "text",
    text,
    marks: [...(nth === 1 ? [{ type: "bold" }] : []), { type: "link", attrs: { href: "https://example.org/" } }],
  })),
});
const said: RichNode = { type: "paragraph", content: [{ type: "text", text: "Said." }] };
const text = (...content: RichNode[]): Block => ({ id: "t", kind: "text", doc: { type: "doc", content } });
const inAccordion = (...content: RichNode[]): Block => ({
  id: "a",
  kind: "accordion",
  sections: [{ id: "s", title: "Part", doc: { type: "doc", content } }],
});

const found: [string, Block, string][] = [
  ["alternative text of a picture", { ...blockKinds.image.sample("w", 7), alt: " " }, "alt_missing"],
  [
    "of one in a gallery",
    { ...sampleOf("gallery"), pictures: [{ id: "p", fileId: 7, alt: "", width: 1, height: 1 }] } as Block,
    "alt_missing",
  ],
  ["of one with points", { ...sampleOf("hotspots"), alt: "" } as Block, "alt_missing"],
  ["captions of a video", { ...blockKinds.video.sample("w", 7), captions: [] }, "captions_missing"],
  ["words of a recording", { ...blockKinds.audio.sample("w", 7), transcript: [] }, "transcript_missing"],
  ["headers of a table", { ...blockKinds.table.sample("w", 7), headerRow: false, headerColumn: false } as Block, "header_missing"],
  ["order of headings", text(heading(2), heading(4)), "heading_skipped"],
  ["a heading without words", text(heading(2, ""), said), "heading_empty"],
  ["a link without words", text(link(" "), said), "link_empty"],
  ["a link that says nothing", text(link("Click ", "here", "!")), "link_vague"],
  ["one in German", text(link("hier")), "link_vague"],
  ["one in a part of an accordion", inAccordion(link("»")), "link_vague"],
];
test.each(found)("%s stops publishing, and may be passed over", (_, block, code) => {
  expect(problemsOfBlock(block)).toEqual([{ code, severity: "error" }]);
  expect(isBarrier(block, code)).toBe(true);
});

test.each<[string, Block]>([
  ["headings in order, and back up", text(heading(2), heading(3), heading(4), heading(2), heading(3))],
  ["a link with words of its own", text(link("How to ", "climb", " a ladder"))],
  ["words among which vague ones stand", text(link("More about ladders"))],
  ["a decorative picture", { ...blockKinds.image.sample("w", 7), alt: "", decorative: true } as Block],
])("%s: nothing is to be mended", (_, block) => expect(problemsOfBlock(block)).toEqual([]));

test("headings follow one another from block to block, below the page's title", () => {
  const codes = (...blocks: Block[]) => problemsOfBlocks(blocks).map(({ block, problem }) => `${block.id} ${problem.code}`);
  const named = (id: string, block: Block): Block => ({ ...block, id });
  expect(codes(named("one", text(heading(3))))).toEqual(["one heading_skipped"]);
  expect(codes(named("one", text(heading(2))), named("two", text(heading(3))), named("three", text(heading(4))))).toEqual([]);
  expect(codes(named("one", text(heading(2))), named("two", text(heading(4))))).toEqual(["two heading_skipped"]);
  // A quiz and steps have headings of their own.
  expect(
    codes(named("q", { ...blockKinds.steps.sample("w", 7) }), named("two", text(heading(3)))).filter((one) => one.startsWith("two")),
  ).toEqual([]);
});

test("what is no barrier stays an error for everybody", () => {
  expect(isBarrier(sampleOf("image"), "file_missing")).toBe(false);
  expect(isBarrier(sampleOf("quiz"), "questions_missing")).toBe(false);
});

test("contrast: an author sets no colours, so there is none that could be too weak", () => {
  const coloured = { type: "text", text: "pale", marks: [{ type: "textStyle", attrs: { color: "#eee" } }] };
  expect(RichNode.safeParse({ type: "paragraph", content: [coloured] }).success).toBe(false);
  const colours = Object.keys(blockKinds).filter((kind) => /colou?r|background/i.test(JSON.stringify(sampleOf(kind as Block["kind"]))));
  expect(colours).toEqual([]);
});
