import { parseDocument } from "htmlparser2";

/** A node of a text as it was found; what a text block may not have is taken out later (allowed-doc.ts). */
export interface FoundNode {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly Mark[];
  readonly content?: FoundNode[];
}
interface Mark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** A part of a document, in the order of reading. */
export type Piece =
  | { readonly kind: "heading"; readonly level: number; readonly title: string }
  | { readonly kind: "node"; readonly node: FoundNode }
  | { readonly kind: "picture"; readonly source: string; readonly alt: string }
  | { readonly kind: "table"; readonly rows: string[][]; readonly headerRow: boolean };

type Node = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<Node, { attribs: unknown }>;

/** Elements whose content nobody reads. */
const unread = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "noscript",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "select",
  "textarea",
  "button",
  "audio",
  "video",
  "canvas",
]);
const blocks = new Set([
  "p",
  "div",
  "section",
  "article",
  "main",
  "body",
  "html",
  "header",
  "footer",
  "nav",
  "aside",
  "figure",
  "figcaption",
  "address",
  "center",
  "dl",
  "dt",
  "dd",
  "details",
  "summary",
  "form",
  "fieldset",
  "hr",
  "pre",
  "li",
  "td",
  "th",
  "tr",
  "tbody",
  "caption",
]);
const marks: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  code: "code",
  kbd: "code",
  samp: "code",
};

/** How deep a document is read; what lies deeper is read as words. */
const mostDepth = 60;
/** The most characters of a paragraph; the rest begins another. */
const mostCharacters = 10_000;

const isElement = (node: Node): node is Element => "attribs" in node;

/** All words below a node, without nesting, however deep it is. */
function plainOf(nodes: readonly Node[]): string {
  const words: string[] = [];
  const rest = nodes.toReversed();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === "text") words.push((node as unknown as { data: string }).data);
    else if (isElement(node) && node.name === "br") words.push("\n");
    else if (isElement(node) && !unread.has(node.name)) for (const child of node.children.toReversed()) rest.push(child);
  }
  return words.join("");
}
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Collects the pieces of one flow of text: paragraphs are closed by whatever stands between them. */
class Flow {
  readonly pieces: Piece[] = [];
  private words: FoundNode[] = [];
  private length = 0;

  close() {
    const last = this.words.at(-1);
    if (last?.text !== undefined) this.words[this.words.length - 1] = { ...last, text: last.text.trimEnd() };
    const content = this.words.filter(({ type, text }) => type !== "text" || text !== "");
    this.words = [];
    this.length = 0;
    if (content.some(({ type }) => type === "text")) this.add({ kind: "node", node: { type: "paragraph", content } });
  }
  add(piece: Piece) {
    this.pieces.push(piece);
  }
  write(text: string, on: readonly Mark[]) {
    const isFresh = this.words.length === 0 || this.words.at(-1)?.type === "hardBreak" || (this.words.at(-1)?.text?.endsWith(" ") ?? false);
    const plain = text.replaceAll(/[ \t\r\n\f]+/g, " ");
    let left = isFresh ? plain.trimStart() : plain;
    while (left !== "") {
      const part = left.slice(0, mostCharacters - this.length).toWellFormed();
      left = left.slice(mostCharacters - this.length);
      this.words.push({ type: "text", text: part, ...(on.length > 0 && { marks: on }) });
      this.length += part.length;
      if (this.length >= mostCharacters) this.close();
    }
  }
  wrap() {
    if (this.words.length > 0) this.words.push({ type: "hardBreak" });
  }
}

/** Elements that end by themselves, which are not counted as nested. */
const endless =
  /^(?:p|li|t[drh]|tbody|thead|tfoot|d[td]|option|optgroup|rp|rt|colgroup|area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const mostNested = 2000;

/** Whether elements stand in one another deeper than any document needs: the parser's time grows with the square of it (security.md #44). */
export function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (endless.test(name)) continue;
    depth = end ? Math.max(0, depth - 1) : depth + 1;
    if (depth > mostNested) return true;
  }
  return false;
}

/** The pieces of a page in HTML. Programs, styles, frames and forms are left out; nothing is loaded. */
export function piecesOf(html: string): Piece[] {
  const flow = new Flow();
  walk(parseDocument(html, { decodeEntities: true, lowerCaseTags: true }).children, flow, [], 0);
  flow.close();
  return flow.pieces;
}

function walk(nodes: readonly Node[], flow: Flow, on: readonly Mark[], depth: number): void {
  if (depth > mostDepth) return flow.write(plainOf(nodes), on);
  for (const node of nodes) {
    if (node.type === "text") flow.write((node as unknown as { data: string }).data, on);
    else if (isElement(node) && !unread.has(node.name)) element(node, flow, on, depth + 1);
  }
}

function element(node: Element, flow: Flow, on: readonly Mark[], depth: number): void {
  const { name, attribs, children } = node;
  const heading = /^h([1-6])$/.exec(name);
  if (heading) {
    flow.close();
    const title = oneLine(plainOf(children));
    if (title !== "") flow.add({ kind: "heading", level: Number(heading[1]), title });
    return picturesIn(children, flow, depth);
  }
  if (name === "br") return flow.wrap();
  if (name === "img") {
    flow.close();
    return flow.add({ kind: "picture", source: attribs["src"] ?? "", alt: oneLine(attribs["alt"] ?? "").slice(0, 1000) });
  }
  if (name === "ul" || name === "ol") return list(node, flow, depth);
  if (name === "blockquote") return nested("blockquote", children, flow, depth);
  if (name === "table") return table(node, flow);
  if (name === "pre") return preformatted(plainOf(children), flow);
  const mark = Object.hasOwn(marks, name) ? marks[name] : undefined;
  const href = name === "a" ? (attribs["href"] ?? "").trim() : "";
  // An address inside the document leads nowhere here.
  const link = /^(?:https?|mailto):/i.test(href) && href.length <= 2000 ? [{ type: "link", attrs: { href } }] : [];
  if (!blocks.has(name))
    return walk(children, flow, [...on, ...(mark && !on.some(({ type }) => type === mark) ? [{ type: mark }] : []), ...link], depth);
  flow.close();
  walk(children, flow, on, depth);
  flow.close();
}

/** What is inside of something, as nodes; its pictures and tables follow it. */
function inside(children: readonly Node[], depth: number): { nodes: FoundNode[]; others: Piece[] } {
  const flow = new Flow();
  walk(children, flow, [], depth);
  flow.close();
  const nodes: FoundNode[] = [];
  const others: Piece[] = [];
  for (const piece of flow.pieces) {
    if (piece.kind === "node") nodes.push(piece.node);
    else if (piece.kind === "heading")
      nodes.push({ type: "paragraph", content: [{ type: "text", text: piece.title.slice(0, mostCharacters), marks: [{ type: "bold" }] }] });
    else others.push(piece);
  }
  return { nodes, others };
}

function nested(type: string, children: readonly Node[], flow: Flow, depth: number) {
  flow.close();
  const { nodes, others } = inside(children, depth);
  if (nodes.length > 0) flow.add({ kind: "node", node: { type, content: nodes } });
  for (const piece of others) flow.add(piece);
}

function list(node: Element, flow: Flow, depth: number) {
  flow.close();
  const found = node.children
    .filter((child) => isElement(child) || plainOf([child]).trim() !== "")
    .map((child) => inside(isElement(child) && child.name === "li" ? child.children : [child], depth));
  const content = found.filter(({ nodes }) => nodes.length > 0).map(({ nodes }) => ({ type: "listItem", content: nodes }));
  const start = Number(node.attribs["start"] ?? 1);
  const isOrdered = node.name === "ol";
  const attrs = isOrdered && Number.isSafeInteger(start) ? { attrs: { start } } : {};
  if (content.length > 0) flow.add({ kind: "node", node: { type: isOrdered ? "orderedList" : "bulletList", ...attrs, content } });
  for (const { others } of found) for (const piece of others) flow.add(piece);
}

/** The rows of a table; what is inside of another table stays words of its cell. Its pictures follow it. */
function table(node: Element, flow: Flow) {
  flow.close();
  const rows = all(node, new Set(["tr"]), new Set(["table"])).map((row) => all(row, new Set(["td", "th"]), new Set(["table"])));
  const filled = rows.filter((cells) => cells.length > 0);
  const width = Math.max(0, ...filled.map(({ length }) => length));
  const texts = filled.map((cells) => Array.from({ length: width }, (_, at) => oneLine(plainOf(cells[at]?.children ?? []))));
  if (texts.some((cells) => cells.some((cell) => cell !== "")))
    flow.add({ kind: "table", rows: texts, headerRow: filled[0]?.every(({ name }) => name === "th") ?? false });
  picturesIn(node.children, flow, 0);
}

/** The elements of these names below one, in order, but not those below others of them or below `not`. */
function all(of: Element, names: ReadonlySet<string>, not: ReadonlySet<string>): Element[] {
  const found: Element[] = [];
  const rest: Node[] = of.children.toReversed();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!isElement(node) || not.has(node.name)) continue;
    if (names.has(node.name)) found.push(node);
    else for (const child of node.children.toReversed()) rest.push(child);
  }
  return found;
}

function picturesIn(children: readonly Node[], flow: Flow, depth: number) {
  const holder = { children } as unknown as Element;
  for (const picture of all(holder, new Set(["img"]), new Set())) element(picture, flow, [], depth);
}

/** Lines that stand as they were written: one paragraph as code, without a kind of their own. */
function preformatted(text: string, flow: Flow) {
  flow.close();
  const lines = text.replace(/^\n/, "").trimEnd().split("\n");
  const content = lines.flatMap((line, at) => [
    ...(at > 0 ? [{ type: "hardBreak" }] : []),
    ...(line === "" ? [] : [{ type: "text", text: line.slice(0, mostCharacters), marks: [{ type: "code" }] }]),
  ]);
  if (content.length > 0) flow.add({ kind: "node", node: { type: "paragraph", content } });
}
