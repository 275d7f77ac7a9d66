import type { Actor } from "#platform/actor.ts";
import { forbidden, notFound, unauthorized } from "#platform/errors.ts";
import type { Context, Http, OpenContext } from "#platform/serve.ts";
import type { Db } from "#platform/db/connect.ts";
import type { RoleName } from "../contract.ts";
import { holdsRole } from "../policy.ts";
import { hostUrl } from "./environment.ts";
import * as queries from "./queries.ts";

/** What handing over needs from the feature that owns sessions. */
export interface Sessions {
  readonly newToken: () => string;
  readonly hashToken: (token: string) => Buffer;
  readonly safeReturnUrl: (value: unknown, origin: string) => string | null;
  /** Starts a session for the person in the portal of this request and sets its cookies; false when they may not enter. */
  readonly begin: (http: Http, db: Db, userId: number) => Promise<boolean>;
}

/** Changes the current role of this session (specification §4). 403 for a role the person does not hold. */
export async function updateCurrentRole({ db, actor, http }: Context, role: RoleName) {
  if (!holdsRole(actor, role)) throw forbidden(`You do not have the ${role} role in this portal.`);
  if (actor.activeRole !== role)
    await queries.updateActiveRole(db, {
      portalId: actor.portalId,
      sessionId: actor.sessionId,
      userId: actor.userId,
      role,
      ip: http.ip,
      requestId: http.requestId,
    });
  return { CurrentRole: { Name: role } };
}

/** Makes the token that carries a signed-in person to another of their portals (decisions.md, Portals). 404 for any other portal. */
export async function switchPortal(
  { http, open, databases }: OpenContext,
  { portalId, path }: { portalId: number; path?: string | undefined },
  sessions: Sessions,
) {
  const actor = await open(async (scope): Promise<Actor | null> => scope.actor);
  if (!actor) throw unauthorized();
  const token = sessions.newToken();
  const host = await databases.inSystem("hand over to another portal", async (db) => {
    const target = await queries.findSwitchTarget(db, { portalId, userId: actor.userId, isSystemAdmin: actor.isSystemAdmin });
    if (!target) throw notFound("That portal");
    await queries.insertHandover(db, {
      portal_id: portalId,
      token_hash: sessions.hashToken(token),
      user_id: actor.userId,
      source_portal_id: actor.portalId,
      source_origin: http.origin,
      return_path: sessions.safeReturnUrl(path, http.origin) ?? "/v/",
    });
    return target.host;
  });
  return { action: `${hostUrl(host, http.origin)}/rest/auth/handover`, token };
}

/** Uses a hand-over token up and signs the person in here; answers where to go. A spent, old or foreign token leads to login. */
export async function acceptHandover({ http, open }: OpenContext, token: string, sessions: Sessions): Promise<string> {
  // The form was posted by the other portal's page; a browser names that origin and no page can forge it.
  const sourceOrigin = http.header("origin") ?? "";
  return open(async ({ db }) => {
    const used = token ? await queries.takeHandover(db, { tokenHash: sessions.hashToken(token), sourceOrigin }) : undefined;
    if (!used || !(await sessions.begin(http, db, used.userId))) return "/v/auth/login";
    return used.returnPath;
  });
}
