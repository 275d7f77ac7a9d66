import { may } from "#features/portal/permissions.ts";
import { revokeOf, tokensOf } from "#features/tokens/server/service.ts";
import { forbidden } from "#platform/errors.ts";
import type { Context, OpenContext, Serve } from "#platform/serve.ts";
import * as api from "../token-contract.ts";
import { changePerson } from "./person-service.ts";
import { personInReach } from "./reach.ts";

/** Mounts the API tokens of a person, for those who may deactivate them. */
export function personTokenRoutes(serve: Serve) {
  const rule = may("deactivate-people");
  serve(api.listPersonTokens, rule, ({ params }, context) => showTokens(context, params.userId));
  serve.open(api.revokePersonToken, ({ params }, context) => revoke(context, params), { rule });
}

async function showTokens({ db, actor }: Context, userId: number) {
  await personInReach(db, actor, userId);
  return { tokens: await tokensOf(db, { portalId: actor.portalId, userId }) };
}

async function revoke(context: OpenContext, { userId, tokenId }: { userId: number; tokenId: number }) {
  const noting = await changePerson(context, userId, "revoke an API token of a person", async (scope) => {
    if (scope.actor.userId === userId) throw forbidden("own_record", "You change your own data in My account.");
    return scope.noting;
  });
  return context.databases.inSystem("revoke an API token of a person", (db) => revokeOf({ db, ...noting }, userId, tokenId));
}
