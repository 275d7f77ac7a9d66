import sanitizeHtml from "sanitize-html";

/**
 * Sanitizes announcement HTML (security.md §3.1): no style, id, name, forms, frames or SVG; links open without an opener.
 * Applied when it is written and again when it is read; the browser sanitizes once more before it renders.
 */
export const announcementHtml = (raw: string): string =>
  sanitizeHtml(raw.slice(0, 50_000), {
    allowedTags: ["p", "br", "strong", "b", "em", "i", "u", "ul", "ol", "li", "a", "h2", "h3", "h4", "blockquote", "hr"],
    allowedAttributes: { a: ["href", "rel"] },
    allowedSchemes: ["https", "http", "mailto", "tel"],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      h1: "h2",
      a: (tagName, attributes) => ({ tagName, attribs: { ...(attributes.href && { href: attributes.href }), rel: "noopener noreferrer" } }),
    },
  });

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
/** The most characters of an announcement that are told outside of its dialog. */
const mostTold = 4_000;

/** What tags become in plain text, besides nothing. */
const breaks = /^<(?:br|hr|\/p|\/h[2-4]|\/blockquote|\/ul|\/ol)\b/;
const linkTo = /^<a [^<>]*?href="([^"<>]*)"/;

/** What an announcement says line by line, without markup, for mail and bell; where a link leads stands behind it. Text, and never HTML again. */
export function announcementLines(html: string): string[] {
  const text: string[] = [];
  /** The link that is open: where it leads, and from which piece of the text on it is. */
  let link: { readonly href: string; readonly from: number } | null = null;
  for (const piece of announcementHtml(html)
    .replaceAll(/\s+/g, " ")
    .split(/(<[^<>]*>)/)) {
    if (!piece.startsWith("<")) text.push(plain(piece));
    else if (breaks.test(piece)) text.push("\n");
    else if (piece.startsWith("<li")) text.push("\n• ");
    else if (piece.startsWith("<a ")) link = { href: plain(linkTo.exec(piece)?.[1] ?? ""), from: text.length };
    else if (piece === "</a>" && link) {
      const { href, from } = link;
      if (!href.endsWith(text.slice(from).join(""))) text.push(` (${href})`);
      link = null;
    }
  }
  const whole = text
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "•")
    .join("\n");
  // Never within a character that is two halves.
  return (whole.length > mostTold ? `${whole.slice(0, mostTold - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : whole).split("\n");
}

const plain = (escaped: string) => escaped.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (all, name: string) => named[name] ?? all);
