import type { Config } from "#platform/config.ts";
import { isContentHost } from "#platform/content-hosts.ts";
import { isHostName } from "#platform/host.ts";

/** Below which name portals are reached by their short names, and where content runs. */
export type ShortHosts = Pick<Config, "portalsBelow" | "contentOrigin" | "contentHosts">;

/** The host name at which a portal of this short name is reached without being registered there (ENV-6); null where there is none, or content runs at it. */
export function shortHost(hosts: ShortHosts, slug: string): string | null {
  if (hosts.portalsBelow === null) return null;
  const host = `${slug}.${hosts.portalsBelow}`;
  return isHostName(host) && !isContentHost(hosts, host) ? host : null;
}

/** The short name that a portal reached at this host name would have; null for a host that is no such name. */
export function slugAt(hosts: ShortHosts, host: string): string | null {
  const slug = host.split(".", 1)[0] ?? "";
  return shortHost(hosts, slug) === host ? slug : null;
}
