import { safeHref } from "#platform/safe-href.ts";
import type { RichNode } from "./text.ts";

/** A node as an editor or an importer has it, which may say more than is stored. */
interface LooseNode {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[] | undefined;
  readonly content?: readonly LooseNode[] | undefined;
}

/** The looks of a callout in a text. */
export const tones = ["note", "tip", "warning"] as const;
export type Tone = (typeof tones)[number];
const toneNames: Readonly<Record<string, Tone>> = { tip: "tip", success: "tip", warning: "warning", danger: "warning" };

/** The document with nothing but what a text block may have, and each node where it may stand. Text is never lost: what is unknown keeps its words. */
export const allowedDoc = (doc: LooseNode): RichNode => ({ type: "doc", content: orParagraph(blocksOf(doc.content)) });

const isInline = ({ type }: LooseNode) => type === "text" || type === "hardBreak";
const paragraph = (content: RichNode[]): RichNode => ({ type: "paragraph", ...(content.length > 0 && { content }) });
const orParagraph = (content: RichNode[]) => (content.length > 0 ? content : [paragraph([])]);

/** Nodes as blocks; words that stand between blocks become paragraphs. */
function blocksOf(nodes: readonly LooseNode[] = []): RichNode[] {
  const found: RichNode[] = [];
  let words: LooseNode[] = [];
  const close = () => {
    const content = inlineOf(words);
    words = [];
    if (content.length > 0) found.push(paragraph(content));
  };
  for (const node of nodes) {
    if (isInline(node)) words.push(node);
    else {
      close();
      found.push(...blockOf(node));
    }
  }
  close();
  return found;
}

function blockOf(node: LooseNode): RichNode[] {
  const { type, attrs = {}, content } = node;
  switch (type) {
    case "paragraph":
      return [paragraph(inlineOf(content))];
    case "heading":
      return [{ ...paragraph(inlineOf(content)), type, attrs: { level: levelOf(attrs["level"]) } }];
    case "bulletList":
      return [{ type, content: itemsOf(content) }];
    case "orderedList": {
      const start = attrs["start"];
      return [{ type, ...(Number.isInteger(start) && start !== 1 && { attrs: { start: Number(start) } }), content: itemsOf(content) }];
    }
    case "blockquote":
      return [{ type, content: orParagraph(blocksOf(content)) }];
    case "callout":
      return [{ type, attrs: { tone: toneNames[String(attrs["tone"])] ?? "note" }, content: orParagraph(plain(blocksOf(content))) }];
    default:
      return blocksOf(content);
  }
}

const levelOf = (level: unknown) => (level === 3 || level === 4 ? level : 2);

/** An item begins with a paragraph. */
const itemsOf = (nodes: readonly LooseNode[] = []): RichNode[] =>
  (nodes.length > 0 ? nodes : [{}]).map((node) => {
    const content = node.type === "listItem" ? blocksOf(node.content) : blocksOf([node]);
    return { type: "listItem", content: content[0]?.type === "paragraph" ? content : [paragraph([]), ...content] };
  });

/** What may stand in a callout: paragraphs and lists. */
const plain = (nodes: readonly RichNode[]): RichNode[] =>
  nodes.flatMap((node) => {
    if (node.type === "heading") return [paragraph(node.content ?? [])];
    return node.type === "blockquote" || node.type === "callout" ? plain(node.content ?? []) : [node];
  });

const inlineOf = (nodes: readonly LooseNode[] = []): RichNode[] =>
  nodes.flatMap((node): RichNode[] => {
    if (node.type === "hardBreak") return [{ type: "hardBreak" }];
    if (node.type !== "text") return inlineOf(node.content);
    if (!node.text) return [];
    const marks = (node.marks ?? []).flatMap(({ type, attrs }) => {
      if (type === "link") {
        const href = attrs?.["href"];
        return typeof href === "string" && safeHref(href, "https://nowhere.invalid") !== null ? [{ type, attrs: { href } }] : [];
      }
      return ["bold", "italic", "code"].includes(type) ? [{ type }] : [];
    });
    return [{ type: "text", text: node.text, ...(marks.length > 0 && { marks }) }];
  });
