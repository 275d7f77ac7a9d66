import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { notFound, signedOut } from "#platform/errors.ts";
import { hostUrl } from "#platform/host.ts";
import type { OpenContext } from "#platform/serve.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import { safeReturnUrl } from "../return-url.ts";
import { hand, pass, type AuthDeps } from "./door.ts";
import * as queries from "./handover-queries.ts";
import type { Limiter } from "./limiter.ts";

/** Creates the token that signs a person in to another of their portals (decisions.md, Portals). Throws 404 for any other portal. */
export async function switchPortal(
  { http, open, databases }: OpenContext,
  { portalId, path }: { portalId: number; path?: string | undefined },
  limiter: Limiter,
) {
  const actor = await open(async (scope): Promise<Actor | null> => scope.actor);
  if (!actor) throw signedOut();
  await limiter.switching(actor.userId);
  return databases.inSystem("hand over to another portal", async (db) => {
    // Since the request was opened the password may have been changed, which ends what this session could do.
    const session = await queries.holdSession(db, actor);
    if (!session) throw signedOut();
    return handOver(db, http.origin, { ...actor, toId: portalId, path, factorAt: session.factorAt, isByPassword: false });
  });
}

interface HandedOver {
  readonly userId: number;
  readonly isSystemAdmin: boolean;
  /** The portal where the person has proven who they are, and the other one. */
  readonly portalId: number;
  readonly toId: number;
  readonly path?: string | undefined;
  readonly factorAt: Date | null;
  /** Whether they have just typed their password. */
  readonly isByPassword: boolean;
}

/** Makes the token that carries somebody to another of their portals, and where it is posted to. As the system role. Throws 404 for a portal that is not theirs. */
export async function handOver(
  db: Db,
  origin: string,
  { userId, isSystemAdmin, portalId, toId, path, factorAt, isByPassword }: HandedOver,
) {
  const token = newToken();
  const target = await queries.findSwitchTarget(db, { portalId: toId, userId, isSystemAdmin });
  if (!target) throw notFound("portal", "This portal could not be found.");
  await queries.insertHandover(db, {
    portal_id: toId,
    token_hash: hashToken(token),
    user_id: userId,
    source_portal_id: portalId,
    source_origin: origin,
    return_path: safeReturnUrl(path, origin) ?? "/v/",
    factor_at: factorAt,
    by_password: isByPassword,
  });
  return { action: `${hostUrl(target.host, origin)}/rest/auth/handover`, token };
}

/** Consumes a hand-over token and lets the person through the door of this portal. Returns where to go; a used, expired or foreign token leads to login. */
export async function acceptHandover({ http, databases }: OpenContext, token: string, deps: AuthDeps): Promise<string> {
  // A page of the other portal posted the form. The browser sets this header, so no page can forge it.
  const sourceOrigin = http.header("origin") ?? "";
  const { portal } = http;
  if (!portal) throw notFound("portal", "This portal could not be found.");
  const attempt = await deps.limiter.handover(http.ip);
  if (!token) return "/v/auth/login";
  const passed = await databases.inSystem("use a hand-over up and start its session", async (db) => {
    const used = await queries.takeHandover(db, { portalId: portal.id, tokenHash: hashToken(token), sourceOrigin });
    // The membership may have ended within the token's sixty seconds.
    return used
      ? pass(db, deps, http, portal, {
          userId: used.userId,
          method: "handover",
          hasSecondFactor: used.factorAt !== null,
          isByPassword: used.isByPassword,
          returnUrl: used.returnPath,
          action: "portal_switched",
        })
      : null;
  });
  if (!passed) return "/v/auth/login";
  await attempt.succeeded();
  return hand(deps, http, passed).redirect;
}
