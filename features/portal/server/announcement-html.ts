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
