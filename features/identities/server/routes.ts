import { portalLogoPath, switchablePortals } from "#features/auth/contract.ts";
import type { Limiter } from "#features/auth/server/limiter.ts";
import { anonymous, signedIn } from "#platform/actor.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { changesIdentities, seesIdentities } from "../policy.ts";
import * as elsewhere from "../elsewhere-contract.ts";
import { findLogoElsewhere, goElsewhere, showElsewhere } from "./elsewhere.ts";
import * as service from "./service.ts";

interface IdentityDeps {
  readonly idleMinutes: number;
  readonly files: FileStore;
  readonly limiter: Pick<Limiter, "switching">;
}

/** Mounts what system admins see and change of people over all portals, and what everybody sees of their own. idleMinutes: a session without a request for so long has ended. */
export function identityRoutes(serve: Serve, { idleMinutes, files, limiter }: IdentityDeps) {
  serve.open(switchablePortals, (_, context) => service.showStandings(context), { rule: signedIn });
  serve.raw({
    method: ["GET", "HEAD"],
    path: portalLogoPath(":portalId", ":name"),
    rule: signedIn,
    summary: "The logo of a portal that the person may switch to. Of every other portal 404.",
    handler: async (request, reply, context) => {
      const { portalId, name } = request.params as { portalId: string; name: string };
      return sendFile(request, reply, files, await service.findLogo(context, portalId, name));
    },
  });
  serve.open(elsewhere.showElsewhere, (_, context) => showElsewhere(context));
  serve.open(elsewhere.goElsewhere, ({ body }, context) => goElsewhere(context, body.portalId, limiter));
  serve.raw({
    method: ["GET", "HEAD"],
    path: elsewhere.elsewhereLogoPath(":portalId", ":name"),
    rule: anonymous,
    summary: "The logo of a portal of somebody whose sign-in under way is of a portal that is not theirs. Of every other portal 404.",
    handler: async (request, reply, context) => {
      const { portalId, name } = request.params as { portalId: string; name: string };
      return sendFile(request, reply, files, await findLogoElsewhere(context, portalId, name));
    },
  });
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
