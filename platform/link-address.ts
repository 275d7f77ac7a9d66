import { safeHref } from "./safe-href.ts";

const nowhere = "https://nowhere.invalid";
/**
 * The address behind what somebody typed for a link that others follow: https, mailto to somebody, or a path of the product. Null for anything else, also for one
 * that carries a name or a password, which every reader would get, and for a path with two slashes together, in which a browser or router sees another host.
 */
export function linkAddress(typed: string): string | null {
  const href = safeHref(typed.trim(), nowhere);
  if (href === null) return null;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(href);
  if (origin === nowhere) return typed.trim().startsWith("/") && !pathname.includes("//") ? pathname + search + hash : null;
  if (protocol === "mailto:") return /^[^@?]+@[^@?]+/.test(pathname) ? href : null;
  return protocol === "https:" && username === "" && password === "" ? href : null;
}
