import type { FastifyReply, FastifyRequest } from "fastify";
import { type ContentHosts, isContentHost } from "./content-hosts.ts";
import { notFound } from "./errors.ts";
import { requestHost } from "./host.ts";
import { languageCookie } from "./language-cookie.ts";
import { acceptedLanguage, visitorLocale } from "./languages.ts";
import type { Http, PortalRef } from "./serve.ts";

interface Resolved {
  readonly origin: string;
  readonly secure: boolean;
  readonly portal: PortalRef | null;
  readonly isContent: boolean;
}

/** The hosts of uploaded content answer addresses under /c/ and nothing else, and no other host answers those (security.md §3.2). */
export interface HttpReaderDeps extends ContentHosts {
  readonly publicUrl: string;
  /** Whether forwarded headers are read at all; Fastify then believes them only from the trusted addresses. */
  readonly behindProxy: boolean;
  readonly findPortal: (host: string) => Promise<PortalRef | null>;
  readonly readSessionToken: (request: FastifyRequest, secure: boolean) => string | null;
  /** The token that a program shows in place of a session; with one, no cookie is read. */
  readonly readApiToken: (request: FastifyRequest) => string | null;
}

/** Health probes and metrics scrapers address the machine, not a portal. */
const machinePaths = /^\/(?:healthz(?:\/readiness)?|version|metrics)\/?(?:\?|$)/i;

const contentPaths = /^\/c(?:[/?]|$)/i;

/** Reads what every request needs from its headers: host, origin, portal. `resolve` is the hook, `of` returns what it found. */
export function httpReader({
  publicUrl,
  contentOrigin,
  contentHosts,
  behindProxy,
  findPortal,
  readSessionToken,
  readApiToken,
}: HttpReaderDeps) {
  const publicScheme = new URL(publicUrl).protocol;
  const found = new WeakMap<FastifyRequest, Resolved>();

  const resolvedOf = (request: FastifyRequest): Resolved => {
    const resolved = found.get(request);
    if (!resolved) throw new Error("The request has not been resolved yet.");
    return resolved;
  };

  return {
    /** onRequest hook: checks the Host header and finds the portal it names. Throws 400 for a malformed one. */
    async resolve(request: FastifyRequest): Promise<void> {
      if (machinePaths.test(request.raw.url ?? "")) return;
      const host = requestHost(request, behindProxy);
      const isContent = isContentHost({ contentOrigin, contentHosts }, host.name);
      // Decided by the matched route, because an address has many spellings: /%63/ is /c/ too. A content host accepts only the plain one.
      const isForContent = request.routeOptions.config.onContentHost === true;
      if (isContent !== isForContent || (isContent && !contentPaths.test(request.raw.url ?? "")))
        throw notFound("address", "There is nothing at this address.");
      const scheme = behindProxy ? `${request.protocol}:` : publicScheme;
      found.set(request, {
        origin: `${scheme}//${host.name}${host.port}`,
        secure: scheme === "https:",
        portal: isContent ? null : await findPortal(host.name),
        isContent,
      });
    },

    /** Whether a request is to a portal, whose pages can answer it: not of machines, not on a content host, not before its host was looked up. */
    isOfPortal: (request: FastifyRequest): boolean => found.get(request)?.isContent === false,

    /** The request and its reply in the form that handlers see. */
    of(request: FastifyRequest, reply?: FastifyReply): Http {
      const { origin, secure, portal, isContent } = resolvedOf(request);
      const apiToken = isContent ? null : readApiToken(request);
      return {
        requestId: request.id,
        ip: request.ip,
        userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
        origin,
        secure,
        portal,
        sessionToken: apiToken === null ? readSessionToken(request, secure) : null,
        apiToken,
        visitorLocale: () => {
          const accepted = request.headers["accept-language"];
          return portal ? visitorLocale(portal, request.cookies?.[languageCookie(secure)], accepted) : acceptedLanguage(accepted);
        },
        header(name) {
          const value = request.headers[name];
          return Array.isArray(value) ? value[0] : value;
        },
        setHeader(name, value) {
          reply?.header(name, value);
        },
        raw: { request, reply: reply as FastifyReply },
      };
    },
  };
}
