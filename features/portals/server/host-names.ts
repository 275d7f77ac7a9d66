import { domainToASCII } from "node:url";
import { type ContentHosts, isContentHost } from "#platform/content-hosts.ts";
import { invalid } from "#platform/errors.ts";
import { isHostName } from "#platform/host.ts";

/** The host name that was typed, as requests write it: small letters, no dot at its end, other alphabets in their ASCII form. Throws 400 that says what is wrong with one at which no portal could be reached. */
export function hostNamed(typed: string, content: ContentHosts): string {
  const name = typed.trim().toLowerCase().replace(/\.$/, "");
  if (name.includes("*")) throw invalid("host", "host_wildcard", "A portal has single names. Add each one, without *.");
  if (/[:/?#@\s]/.test(name)) throw invalid("host", "bad_host", "Enter a host name such as learn.example.org, without http:// and port.");
  // Of names in ASCII it would make addresses of figures.
  const host = /[^\x21-\x7e]/.test(name) ? domainToASCII(name) : name;
  if (host === "" || !isHostName(host) || /[^a-z0-9.-]/.test(host))
    throw invalid("host", "bad_host", "Enter a host name such as learn.example.org, without http:// and port.");
  if (isContentHost(content, host))
    throw invalid("host", "content_host", "Course packages run at this host (CONTENT_ORIGIN), so a portal needs another one.");
  return host;
}
