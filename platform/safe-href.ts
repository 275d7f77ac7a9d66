/** A link from course content if it is safe: http, https, mailto, or a path of this origin. Null for anything else, which is shown as plain text. */
export function safeHref(href: unknown, base = location.origin): string | null {
  if (typeof href !== "string") return null;
  let url: URL;
  try {
    url = new URL(href, base);
  } catch {
    return null;
  }
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}
