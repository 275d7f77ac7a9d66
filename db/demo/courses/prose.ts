import type { RichNode } from "#features/blocks/text/text.ts";

type Mark = NonNullable<RichNode["marks"]>[number];

/**
 * Parses the demo's plain text into rich text. An empty line separates blocks; `## ` is a heading, `- ` and `1. ` are lists, `> ` is a
 * quotation, `! ` a hint and `!! ` a warning; inside a block, **bold**, *italic*, `code` and [words](address).
 */
export function prose(source: string): RichNode {
  const blocks = source
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split("\n").map((line) => line.trim()));
  return { type: "doc", content: blocks.map(blockOf) };
}

function blockOf(lines: string[]): RichNode {
  const first = lines[0] ?? "";
  if (first.startsWith("## ")) return { type: "heading", attrs: { level: 2 }, content: inline(first.slice(3)) };
  if (first.startsWith("- ")) return list("bulletList", lines, /^- /);
  if (/^\d+\. /.test(first)) return list("orderedList", lines, /^\d+\. /);
  if (first.startsWith("> ")) return { type: "blockquote", content: [paragraph(joined(lines, /^> /))] };
  if (first.startsWith("!! ")) return { type: "callout", attrs: { tone: "warning" }, content: [paragraph(joined(lines, /^!! /))] };
  if (first.startsWith("! ")) return { type: "callout", attrs: { tone: "info" }, content: [paragraph(joined(lines, /^! /))] };
  return paragraph(lines.join(" "));
}

const joined = (lines: string[], mark: RegExp) => lines.map((line) => line.replace(mark, "")).join(" ");
const paragraph = (words: string): RichNode => ({ type: "paragraph", content: inline(words) });
const list = (type: string, lines: string[], mark: RegExp): RichNode => ({
  type,
  content: lines.map((line) => ({ type: "listItem", content: [paragraph(line.replace(mark, ""))] })),
});

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

function inline(words: string): RichNode[] {
  const nodes: RichNode[] = [];
  let from = 0;
  const add = (piece: string, mark?: Mark) => {
    if (piece) nodes.push({ type: "text", text: piece, ...(mark && { marks: [mark] }) });
  };
  for (const match of words.matchAll(INLINE)) {
    add(words.slice(from, match.index));
    const [whole, bold, italic, code, linked, href] = match;
    if (bold) add(bold, { type: "bold" });
    else if (italic) add(italic, { type: "italic" });
    else if (code) add(code, { type: "code" });
    else if (linked) add(linked, { type: "link", attrs: { href: href ?? "" } });
    from = match.index + whole.length;
  }
  add(words.slice(from));
  return nodes;
}
