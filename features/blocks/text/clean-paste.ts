import DOMPurify from "dompurify";
import { wordLists } from "./word-lists.ts";

const tags = "a b blockquote br code div em h1 h2 h3 h4 h5 h6 i li ol p pre span strong table tbody td tfoot th thead tr ul".split(" ");
const attributes = ["class", "data-callout", "href", "start", "style"];

/**
 * HTML from a clipboard (Word, LibreOffice, Google Docs, a web page) as elements that say only what a text may have: headings of three levels, lists,
 * bold, italic, code, links. A row of a table becomes a line. Pictures, scripts and looks are left out.
 */
export function cleanPaste(html: string): HTMLElement {
  const body = DOMPurify.sanitize(html, { ALLOWED_TAGS: tags, ALLOWED_ATTR: attributes, RETURN_DOM: true }) as HTMLElement;
  const all = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)];
  for (const end of all("br.Apple-interchange-newline")) end.remove();
  wordLists(body);
  for (const text of textsOf(body)) text.data = text.data.replaceAll("\u00A0", " ");
  for (const title of all("p.MsoTitle, p.title")) renamed(title, "h2");
  for (const one of all("h1")) renamed(one, "h2");
  for (const one of all("h5, h6")) renamed(one, "h4");
  for (const row of all("tr")) lineOf(row);
  for (const one of all("pre")) linesOf(one);
  for (const one of all("[style]")) marksOf(one);
  for (const one of all(":is(h2, h3, h4) :is(b, strong)")) unwrapped(one);
  for (const link of all("a")) linkOf(link as HTMLAnchorElement);
  for (const one of all("p, h2, h3, h4")) if (one.textContent.trim() === "") one.remove();
  for (const one of all("[style], [class]")) {
    one.removeAttribute("style");
    one.removeAttribute("class");
  }
  return body;
}

const unwrapped = (element: Element) => element.replaceWith(...element.childNodes);

function renamed(element: Element, tag: string): HTMLElement {
  const next = element.ownerDocument.createElement(tag);
  next.append(...element.childNodes);
  element.replaceWith(next);
  return next;
}

/** Bold and italic that are only said by the style, and the elements that are neither by their style (Google Docs wraps all in such a b). */
function marksOf(element: HTMLElement) {
  // Read as text: the policy of the page lets no style of a parsed element apply. Word's mso-bidi-font-weight is another thing.
  const style = element.getAttribute("style") ?? "";
  const weight = /(?<![-\w])font-weight:\s*([\w]+)/i.exec(style)?.[1] ?? "";
  const isBold = /^(?:bold|bolder|[6-9]00)$/i.test(weight);
  const isItalic = /(?<![-\w])font-style:\s*(?:italic|oblique)/i.test(style);
  if (isBold) wrapContent(element, "strong");
  if (isItalic) wrapContent(element, "em");
  if (/^(?:B|STRONG)$/.test(element.tagName) && weight !== "" && !isBold) unwrapped(element);
  else if (/^(?:I|EM)$/.test(element.tagName) && /(?<![-\w])font-style:\s*normal/i.test(style)) unwrapped(element);
}

function wrapContent(element: HTMLElement, tag: string) {
  const mark = element.ownerDocument.createElement(tag);
  // A mark around blocks would be lost with some of them: it goes into each.
  const inner = [...element.querySelectorAll("p, li, h2, h3, h4")];
  for (const one of inner.length > 0 ? inner : [element]) {
    const own = mark.cloneNode() as HTMLElement;
    own.append(...one.childNodes);
    one.append(own);
  }
}

/** The cells of a row, beside each other in one line. */
function lineOf(row: HTMLElement) {
  const line = row.ownerDocument.createElement("p");
  const cells = [...row.querySelectorAll("td, th")].filter((cell) => cell.textContent.trim() !== "");
  for (const [index, cell] of cells.entries()) {
    for (const block of cell.querySelectorAll("p, div")) unwrapped(block);
    line.append(...(index > 0 ? [" | "] : []), ...cell.childNodes);
  }
  row.replaceWith(line);
}

/** Code in several lines as one paragraph. */
function linesOf(pre: HTMLElement) {
  const lines = pre.textContent.replace(/\n$/, "").split("\n");
  const paragraph = pre.ownerDocument.createElement("p");
  for (const [index, line] of lines.entries()) {
    const code = pre.ownerDocument.createElement("code");
    code.textContent = line.replaceAll(" ", "\u00A0");
    paragraph.append(...(index > 0 ? [pre.ownerDocument.createElement("br")] : []), code);
  }
  pre.replaceWith(paragraph);
}

/** A link keeps its address where that means something here: a path of another site does not. */
function linkOf(link: HTMLAnchorElement) {
  const href = link.getAttribute("href") ?? "";
  if (!/^(?:https?:|mailto:)/i.test(href)) return unwrapped(link);
  // Google Docs sends readers through its own address.
  const target = href.startsWith("https://www.google.com/url?") ? new URL(href).searchParams.get("q") : null;
  if (target && /^https?:/i.test(target)) link.setAttribute("href", target);
}

function* textsOf(root: HTMLElement): Generator<Text> {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) yield walker.currentNode as Text;
}
