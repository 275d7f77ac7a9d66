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

/** What an announcement says line by line, without markup, for mail and bell; where a link leads stands behind it. Text, and never HTML again. */
export function announcementLines(html: string): string[] {
  const text = announcementHtml(html)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<a\b[^<>]*\bhref="([^"]*)"[^<>]*>(.*?)<\/a>/gs, (_, href: string, label: string) =>
      href.endsWith(label) ? label : `${label} (${href})`,
    )
    .replaceAll(/<li\b[^<>]*>/g, "\n• ")
    .replaceAll(/<(?:br|hr)\b[^<>]*>|<\/(?:p|h[2-4]|blockquote|ul|ol)>/g, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => named[name] ?? whole)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "•")
    .join("\n");
  // Never within a character that is two halves.
  return (text.length > mostTold ? `${text.slice(0, mostTold - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text).split("\n");
}
