import { forbidden } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { RoleName } from "../contract.ts";
import { holdsRole } from "../policy.ts";
import * as queries from "./queries.ts";

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
