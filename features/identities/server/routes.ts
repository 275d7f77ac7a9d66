import { switchablePortals } from "#features/auth/contract.ts";
import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { changesIdentities, seesIdentities } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts what system admins see and change of people over all portals, and what everybody sees of their own. idleMinutes: a session without a request for so long has ended. */
export function identityRoutes(serve: Serve, { idleMinutes }: { readonly idleMinutes: number }) {
  serve.open(switchablePortals, (_, context) => service.showStandings(context), { rule: signedIn });
  const changes = { rule: changesIdentities };
  serve.open(api.getIdentity, ({ params }, context) => service.showIdentity(context, params.userId, idleMinutes), { rule: seesIdentities });
  serve.open(api.saveIdentity, ({ params, body }, context) => service.saveIdentity(context, params.userId, body, idleMinutes), changes);
  serve.open(
    api.joinPortal,
    ({ params, body }, context) => service.joinPortal(context, params.userId, body.portalId, idleMinutes),
    changes,
  );
  serve.open(
    api.setMembershipStatus,
    ({ params, body }, context) => service.setMembershipStatus(context, params, body, idleMinutes),
    changes,
  );
  serve.open(api.endAllSessions, ({ params }, context) => service.endAllSessions(context, params.userId), changes);
}
