import type { FastifyRequest } from "fastify";
import type { Databases } from "#platform/db/connect.ts";
import type { Http } from "#platform/serve.ts";
import { keptSession } from "#platform/tokens.ts";
import * as queries from "./link-queries.ts";

// A browser that has opened a preview link has a cookie of its own, which no session is behind and no other call reads: so whatever is not made for the preview
// guest (user 13) refuses them as a visitor, and nobody's session is ever replaced (security.md §3.1, decisions.md "User 13").

const cookieName = (secure: boolean) => (secure ? "__Host-stoa_preview" : "stoa_preview");

const tokenIn = ({ raw, secure }: Pick<Http, "raw" | "secure">): string | null => {
  const token = raw.request.cookies[cookieName(secure)];
  return token && /^[\w-]{43}$/.test(token) ? token : null;
};

/** Gives a browser the token of its pass, until it is closed. */
export function setPassCookie({ raw, secure }: Http, token: string): void {
  raw.reply.setCookie(cookieName(secure), token, { path: "/", sameSite: "lax", secure, httpOnly: true });
}

export interface Guests {
  /** Whether a request has the token of a pass, without asking whether it is good for anything. */
  has(http: Http): boolean;
  /** What the pass of a request opens now; null without one. Throws 429 for a source that guesses passes. */
  passOf(http: Http): Promise<queries.Pass | null>;
  /** Ends the pass of a request. */
  leave(http: Http): Promise<void>;
}

export interface GuestDeps {
  readonly databases: Databases;
  /** Counts each request with a pass that the database does not know. Throws 429 when there are too many. */
  readonly countStranger: (request: FastifyRequest) => Promise<void>;
}

/** Knows the browsers that have opened a preview link. */
export const previewGuests = ({ databases, countStranger }: GuestDeps): Guests => ({
  has: (http) => tokenIn(http) !== null,
  async passOf(http) {
    const { portal } = http;
    const token = portal && tokenIn(http);
    if (!portal || !token) return null;
    const pass = await databases.inPortal(portal.id, (db) => queries.usePass(db, portal.id, { tokenHash: keptSession(token) }));
    if (!pass) await countStranger(http.raw.request);
    return pass ?? null;
  },
  async leave(http) {
    const { portal, raw, secure } = http;
    const token = tokenIn(http);
    if (!portal || !token) return;
    await databases.inPortal(portal.id, (db) => queries.deletePass(db, portal.id, keptSession(token)));
    raw.reply.clearCookie(cookieName(secure), { path: "/", sameSite: "lax", secure, httpOnly: true });
  },
});
