import type { FastifyReply, FastifyRequest } from "fastify";
import type { Databases } from "#platform/db/connect.ts";
import { forbidden, notFound, scopeRefused, tokenRefused } from "#platform/errors.ts";
import type { Http } from "#platform/serve.ts";
import { hashToken } from "#platform/tokens.ts";
import { scopeOfCall } from "./calls.ts";
import { findShown } from "./queries.ts";

export interface TokenDoorDeps {
  readonly databases: Pick<Databases, "oneByOneInSystem">;
  /** Whether the address is one of a portal: not of a machine that asks for health or metrics, which shows a token of its own, and not of uploaded content. */
  readonly isOfPortal: (request: FastifyRequest) => boolean;
  readonly httpOf: (request: FastifyRequest) => Pick<Http, "portal" | "apiToken" | "ip">;
  /** Counts a call with a token that is not known. Throws 429 when there are too many. */
  readonly countStranger: (request: FastifyRequest) => Promise<void>;
  /** Counts a call with a token. Throws 429 when there are too many; returns how many are left of how many, and for how long. */
  readonly countCall: (tokenId: number) => Promise<{ most: number; left: number; msLeft: number }>;
}

/**
 * An onRequest hook for requests that show an API token: it lets them on where the token is known, in time, within its limit, and has the scope of the call. Whether its
 * person may make the call is asked like everybody's when the request is opened. Cookies that came along are dropped. Register it after the cookie plugin.
 */
export function tokenDoor({ databases, isOfPortal, httpOf, countStranger, countCall }: TokenDoorDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { url } = request.routeOptions;
    if (request.is404 || url === undefined || !isOfPortal(request)) return;
    const { portal, apiToken, ip } = httpOf(request);
    if (apiToken === null) return;
    request.cookies = {};
    if (!portal) throw notFound("portal", "This portal could not be found.");
    const token = await databases.oneByOneInSystem("look up an API token", (db) => findShown(db, portal.id, hashToken(apiToken), ip));
    if (!token) {
      await countStranger(request);
      throw tokenRefused("token_unknown", "This API token is not known in this portal.");
    }
    if (token.standing === "revoked") throw tokenRefused("token_revoked", "This API token was revoked.");
    if (token.standing === "expired") throw tokenRefused("token_expired", "This API token has expired.");
    const { most, left, msLeft } = await countCall(token.id);
    reply.headers({ "ratelimit-limit": most, "ratelimit-remaining": left, "ratelimit-reset": Math.ceil(msLeft / 1000) });
    const scope = scopeOfCall(request.method, url);
    if (scope === undefined) throw forbidden("not_by_token", "This call cannot be made with an API token.");
    if (!token.scopes.includes(scope)) throw scopeRefused(scope, "out_of_scope", "This API token lacks the scope {scope}.", { scope });
  };
}
