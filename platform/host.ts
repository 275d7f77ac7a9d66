import type { FastifyRequest } from "fastify";
import { isIP } from "node:net";
import { refused } from "./errors.ts";

const badHost = () => refused(400, "bad_host", "The address of this request is not valid.");
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$|^\[[0-9a-f:.]{2,45}\]$/;

/** Whether requests can name this host: a name or address in lower case, which URLs leave as it is. A browser asks 1.2.0.3 for 1.2.3. */
export const isHostName = (name: string): boolean =>
  hostName.test(name) && URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name;

/** Whether a host is named by numbers, IPv4 or IPv6 in brackets, and not by a name. */
export const isAddress = (host: string): boolean => host.startsWith("[") || isIP(host) !== 0;

/** The host name and port that a request names, as the Host header wrote them. */
export interface RequestHost {
  readonly name: string;
  /** With the leading colon; empty when the header has none. */
  readonly port: string;
}

/**
 * Parses the Host header strictly (security.md #31): exactly one header, lower case, a plain name with an optional port, an origin-form target.
 * Throws 400 for anything else. Whether a portal has that name is checked elsewhere.
 */
export function requestHost(request: FastifyRequest, forwarded: boolean): RequestHost {
  if (!request.raw.url?.startsWith("/")) throw badHost();
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) throw badHost();
  const value = forwarded ? request.host : (request.raw.headers.host ?? request.raw.headers[":authority"] ?? "");
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(String(value));
  const [, name = "", port] = match ?? [];
  if (!match || !hostName.test(name) || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) throw badHost();
  return { name, port: port === undefined ? "" : `:${port}` };
}

/** The URL of another host of this installation, with the scheme and port of `origin`, the page that asks. */
export function hostUrl(host: string, origin: string): string {
  const from = new URL(origin);
  return `${from.protocol}//${host}${from.port ? `:${from.port}` : ""}`;
}
