import { safeHref } from "#platform/safe-href.ts";

const nowhere = "https://nowhere.invalid";

/**
 * The address behind what an author typed for a link: a web address, also without its https://, an email address, or a path of the product. Null when
 * it can be none of these.
 */
export function typedAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || /\s/.test(text) || text.startsWith("//")) return null;
  if (text.startsWith("/")) return safeHref(text, nowhere) && text;
  const hasScheme = /^[a-z][a-z\d+-]*:/i.test(text);
  const href = safeHref(hasScheme ? text : /^[^/@]+@[^/@]+$/.test(text) ? `mailto:${text}` : `https://${text}`, nowhere);
  if (href === null) return null;
  const { protocol, hostname, pathname } = new URL(href);
  // Without a dot it is a word and not a host, unless its author wrote the scheme.
  return (protocol === "mailto:" ? /^[^@]+@[^@]+$/.test(pathname) : hasScheme || hostname.includes(".")) ? href : null;
}
