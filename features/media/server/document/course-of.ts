import { randomUUID } from "node:crypto";
import { allowedDoc } from "#features/blocks/text/allowed-doc.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { mostColumns, mostLetters, mostRows, type TableBlock } from "#features/blocks/table/table.ts";
import type { Page } from "#features/courses/content.ts";
import { invalid } from "#platform/errors.ts";
import type { FoundNode, Piece } from "./pieces.ts";

/** A picture that a document brought. source: its name among them; empty where it did not come with the document. */
interface FoundPicture {
  readonly kind: "picture";
  readonly source: string;
  readonly alt: string;
}
interface FoundText {
  readonly kind: "text";
  readonly nodes: FoundNode[];
}
interface FoundTable extends Pick<TableBlock, "rows" | "headerRow"> {
  readonly kind: "table";
}
export interface FoundPage {
  readonly title: string;
  readonly parts: (FoundText | FoundPicture | FoundTable)[];
  words: number;
  tables: number;
}
export interface FoundChapter {
  readonly title: string;
  readonly pages: FoundPage[];
}

const mostTitle = 200;
const mostPages = 300;
const mostParts = 200;
const mostPageCharacters = 400_000;
/** Words that people read in a minute. */
const pace = 200;

const short = (title: string) =>
  Array.from(title).length > mostTitle
    ? `${Array.from(title)
        .slice(0, mostTitle - 1)
        .join("")}…`
    : title;
const countWords = ({ text, content = [] }: FoundNode): number =>
  (text?.split(/\s+/).filter((word) => word !== "").length ?? 0) + content.reduce((sum, node) => sum + countWords(node), 0);

const fits = ({ rows }: Extract<Piece, { kind: "table" }>) =>
  rows.length <= mostRows && rows.every((cells) => cells.length <= mostColumns && cells.every(({ length }) => length <= mostLetters));

/** A table that is larger than a block may be, as paragraphs: a row each, its heading in bold. */
const rowsOf = ({ rows, headerRow }: Extract<Piece, { kind: "table" }>): FoundNode[] =>
  rows.map((cells, at) => ({
    type: "paragraph",
    content: [{ type: "text", text: cells.join(" | ").slice(0, 10_000), ...(headerRow && at === 0 && { marks: [{ type: "bold" }] }) }],
  }));

/**
 * A document as chapters and pages: its first headings begin chapters, its second ones pages; what stands before the first heading is a page of its own.
 * name: of the document, for what has no heading. Throws 400 for one that is empty or larger than a course may be.
 */
export function chaptersOf(pieces: readonly Piece[], name: string): FoundChapter[] {
  const chapters: FoundChapter[] = [];
  let page: FoundPage | undefined;
  const begin = (title: string) => {
    const chapter = chapters.at(-1) ?? begun(name);
    page = { title: short(title), parts: [], words: 0, tables: 0 };
    chapter.pages.push(page);
    return page;
  };
  const begun = (title: string) => {
    const chapter = { title: short(title), pages: [] };
    chapters.push(chapter);
    page = undefined;
    return chapter;
  };
  for (const piece of pieces) {
    if (piece.kind === "heading" && piece.level === 1) begun(piece.title);
    else if (piece.kind === "heading" && piece.level === 2) begin(piece.title);
    else put(page ?? begin(chapters.at(-1)?.title ?? name), piece);
  }
  for (const chapter of chapters)
    if (chapter.pages.length === 0) chapter.pages.push({ title: chapter.title, parts: [], words: 0, tables: 0 });
  check(chapters);
  return chapters;
}

function put(page: FoundPage, piece: Piece) {
  if (piece.kind === "picture") return page.parts.push(piece);
  const nodes =
    piece.kind === "node"
      ? [piece.node]
      : piece.kind === "table"
        ? rowsOf(piece)
        : [{ type: "heading", attrs: { level: Math.min(piece.level - 1, 4) }, content: [{ type: "text", text: short(piece.title) }] }];
  if (piece.kind === "table") page.tables += 1;
  for (const node of nodes) page.words += countWords(node);
  if (piece.kind === "table" && fits(piece)) return page.parts.push(piece);
  const last = page.parts.at(-1);
  if (last?.kind === "text") return last.nodes.push(...nodes);
  return page.parts.push({ kind: "text", nodes });
}

function check(chapters: readonly FoundChapter[]) {
  const pages = chapters.flatMap((chapter) => chapter.pages);
  if (pages.length === 0) throw invalid("file", "document_empty", "There is nothing to read in this document.");
  if (pages.length > mostPages || pages.some(({ parts }) => parts.length > mostParts || JSON.stringify(parts).length > mostPageCharacters))
    throw invalid(
      "file",
      "document_too_long",
      "This document is too long for one course, or one of its pages is. Split it, or give it more headings: the first level begins chapters, the second pages.",
    );
}

/** What a course is called that is made of a document: its first heading, else the name of its file in words; at most as long as a title may be. */
export function titleOf(pieces: readonly Piece[], name: string): string {
  const [found] = pieces.flatMap((piece) => (piece.kind === "heading" && piece.title.trim() !== "" ? [piece.title] : []));
  return short((found ?? name.replaceAll("_", " ")).replaceAll(/[\p{Cc}\s]+/gu, " ").trim());
}

/** The pieces without a heading that only names the whole: the first one, where a chapter follows it at once. */
export function withoutTitle(pieces: readonly Piece[]): readonly Piece[] {
  const begins = (piece: Piece | undefined) => piece?.kind === "heading" && piece.level === 1;
  return begins(pieces[0]) && begins(pieces[1]) ? pieces.slice(1) : pieces;
}

/** A page as a draft stores it. pictureOf: the block of a picture; undefined where it could not be taken. */
export const pageOf = ({ title, parts, words }: FoundPage, pictureOf: (source: string, alt: string) => Block | undefined): Page => ({
  id: randomUUID(),
  title,
  minutes: Math.max(1, Math.round(words / pace)),
  rule: { viewed: true },
  blocks: parts.flatMap((part): Block[] => {
    if (part.kind === "text") return [{ id: randomUUID(), kind: "text", doc: allowedDoc({ type: "doc", content: part.nodes }) }];
    if (part.kind === "table")
      return [{ id: randomUUID(), kind: "table", headerRow: part.headerRow, headerColumn: false, rows: part.rows }];
    const picture = pictureOf(part.source, part.alt);
    return picture ? [picture] : [];
  }),
});
