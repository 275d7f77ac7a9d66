/** Where uploaded content runs (security.md §3.2): a host of its own for every course and person, or one host for all of it. */
export interface ContentHosts {
  /** CONTENT_ORIGIN: scheme://host[:port]. */
  readonly contentOrigin: string;
  /** CONTENT_HOSTS. */
  readonly contentHosts: "per-course" | "one";
}

const label = /^c-[0-9a-f]{32}$/;

/** The origin of a label of 32 hex digits below the content host; the content origin itself where there is one host only. */
export function originOfLabel({ contentOrigin, contentHosts }: ContentHosts, digits: string): string {
  return contentHosts === "one" ? contentOrigin : contentOrigin.replace("://", `://c-${digits}.`);
}

/** Host names by origin: a server has one content origin, and every request asks for its host. */
const hostNames = new Map<string, string>();

function hostNameOf(origin: string): string {
  const known = hostNames.get(origin) ?? new URL(origin).hostname;
  hostNames.set(origin, known);
  return known;
}

/** Whether content may run on a host of this name. The host above the courses' own belongs to content too, and serves nothing. */
export function isContentHost({ contentOrigin, contentHosts }: ContentHosts, name: string): boolean {
  const host = hostNameOf(contentOrigin);
  return name === host || (contentHosts === "per-course" && name.endsWith(`.${host}`));
}

/** Whether this is the origin of some course and person. Which one it has to be is compared where the token is known. */
export function isContentOrigin(hosts: ContentHosts, origin: string): boolean {
  if (hosts.contentHosts === "one") return origin === hosts.contentOrigin;
  const [scheme = "", host = ""] = origin.split("://");
  const [first = ""] = host.split(".", 1);
  return label.test(first) && `${scheme}://${host.slice(first.length + 1)}` === hosts.contentOrigin;
}
