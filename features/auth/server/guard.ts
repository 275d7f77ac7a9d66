import type { FastifyReply, FastifyRequest } from "fastify";
import { type ContentHosts, isContentOrigin } from "#platform/content-hosts.ts";
import { forbidden } from "#platform/errors.ts";
import { readCsrfCookie, readSessionToken } from "./cookies.ts";
import { verifyCsrf } from "./csrf.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

export interface GuardOptions {
  readonly secret: string;
  /** scheme://host[:port] of this request as the browser sees it; forwarded headers count only from trusted proxies. */
  readonly originOf?: (request: FastifyRequest) => string;
  /** Whether the request shows an API token; then no cookie of it is read, and no other site can have made a browser send it. */
  readonly isByToken?: (request: FastifyRequest) => boolean;
  /** Where launchers of uploaded content run; routes with the guard "launcher" take writes from there only, and read no cookie. Which of these origins a token belongs to, the route compares. */
  readonly content?: ContentHosts;
}

/**
 * An onRequest hook that accepts a write only from the portal's own pages: it checks Origin, Sec-Fetch-Site and token
 * (security.md test 48). SameSite alone does not stop a page on a sibling host. Register it after the cookie plugin.
 */
export function guardWrites({ secret, originOf = requestOrigin, isByToken = () => false, content }: GuardOptions) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (reading.has(request.method) || request.is404 || isByToken(request)) return;
    if (request.routeOptions.config.writeGuard === "handover") return;
    if (request.routeOptions.config.writeGuard === "launcher") {
      if (!content || !isContentOrigin(content, request.headers.origin ?? "")) throw foreignOrigin();
      return;
    }
    const origin = normal(originOf(request));
    const site = request.headers["sec-fetch-site"];
    if (!origin || request.headers.origin !== origin || (site !== undefined && site !== "same-origin")) throw foreignOrigin();
    const secure = origin.startsWith("https:");
    const header = request.headers["x-csrf-token"];
    if (
      !verifyCsrf(
        secret,
        readSessionToken(request, secure),
        typeof header === "string" ? header : undefined,
        readCsrfCookie(request, secure),
      )
    )
      throw forbidden("csrf", "This page is out of date, so nothing was changed. Reload it and try again.");
  };
}

/** Throws unless the person typed the address, followed a link of this portal, or has a browser that does not send Sec-Fetch-Site (tests 48 and 49). */
export function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw foreignOrigin();
}

const foreignOrigin = () =>
  forbidden(
    "origin",
    "This request did not come from a page of this portal, so nothing was changed. Open the portal and try again from there.",
  );

const requestOrigin = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

/** Origins that were asked for before, and their normal form: the few of this installation, and whatever else a client names. */
const normals = new Map<string, string | null>();
const normalsAtMost = 1000;

/** Removes a default port, as browsers do in Origin. Null when the Host header is not a valid host. */
function normal(origin: string): string | null {
  const known = normals.get(origin);
  if (known !== undefined) return known;
  const found = URL.canParse(origin) ? new URL(origin).origin : null;
  if (normals.size >= normalsAtMost) normals.clear();
  normals.set(origin, found);
  return found;
}
