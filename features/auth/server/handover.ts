import type { Actor } from "#platform/actor.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/connect.ts";
import { notFound, signedOut } from "#platform/errors.ts";
import { hostUrl } from "#platform/host.ts";
import type { Http, OpenContext } from "#platform/serve.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import { safeReturnUrl } from "../return-url.ts";
import { setSessionCookies } from "./cookies.ts";
import * as queries from "./handover-queries.ts";
import type { Limiter } from "./limiter.ts";
import { startSession } from "./sessions.ts";

type HandoverConfig = Pick<Config, "secret" | "sessionMaxHours"> & { readonly limiter: Limiter };

/** Creates the token that signs a person in to another of their portals (decisions.md, Portals). Throws 404 for any other portal. */
export async function switchPortal(
  { http, open, databases }: OpenContext,
  { portalId, path }: { portalId: number; path?: string | undefined },
  limiter: Limiter,
) {
  const actor = await open(async (scope): Promise<Actor | null> => scope.actor);
  if (!actor) throw signedOut();
  await limiter.switching(actor.userId);
  const token = newToken();
  const host = await databases.inSystem("hand over to another portal", async (db) => {
    // Since the request was opened the password may have been changed, which ends what this session could do.
    if (!(await queries.holdSession(db, actor))) throw signedOut();
    const target = await queries.findSwitchTarget(db, { portalId, userId: actor.userId, isSystemAdmin: actor.isSystemAdmin });
    if (!target) throw notFound("portal", "This portal could not be found.");
    await queries.insertHandover(db, {
      portal_id: portalId,
      token_hash: hashToken(token),
      user_id: actor.userId,
      source_portal_id: actor.portalId,
      source_origin: http.origin,
      return_path: safeReturnUrl(path, http.origin) ?? "/v/",
    });
    return target.host;
  });
  return { action: `${hostUrl(host, http.origin)}/rest/auth/handover`, token };
}

/** Consumes a hand-over token and signs the person in here. Returns where to go; a used, expired or foreign token leads to login. */
export async function acceptHandover({ http, databases }: OpenContext, token: string, config: HandoverConfig): Promise<string> {
  // A page of the other portal posted the form. The browser sets this header, so no page can forge it.
  const sourceOrigin = http.header("origin") ?? "";
  const portalId = http.portal?.id;
  if (portalId === undefined) throw notFound("portal", "This portal could not be found.");
  const attempt = await config.limiter.handover(http.ip);
  if (!token) return "/v/auth/login";
  const path = await databases.inSystem("use a hand-over up and start its session", async (db) => {
    const used = await queries.takeHandover(db, { portalId, tokenHash: hashToken(token), sourceOrigin });
    if (!used || !(await beginSession(http, db, { portalId, userId: used.userId }, config))) return null;
    return used.returnPath;
  });
  if (path === null) return "/v/auth/login";
  await attempt.succeeded();
  return path;
}

/** Starts a session for the person in the portal of this request and sets its cookies; false when they may not enter. */
async function beginSession(
  http: Http,
  db: Db,
  { portalId, userId }: { portalId: number; userId: number },
  config: HandoverConfig,
): Promise<boolean> {
  // The membership may have ended within the token's sixty seconds.
  if (!(await queries.mayEnter(db, portalId, userId))) return false;
  const token = await startSession(db, {
    portalId,
    userId,
    userAgent: http.userAgent,
    ip: http.ip,
    requestId: http.requestId,
    maxHours: config.sessionMaxHours,
    replaces: http.sessionToken,
    action: "portal_switched",
  });
  setSessionCookies(http, config.secret, token);
  return true;
}
