/** An address from course content that may be followed: http, https or mailto, or a path of this origin. Anything else is null and shown as plain words. */
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
