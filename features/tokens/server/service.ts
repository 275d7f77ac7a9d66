import type { Asker } from "#platform/actor.ts";
import { note, type Doer } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import type * as api from "../contract.ts";
import { haveTokens, offeredTo } from "../policy.ts";
import * as queries from "./queries.ts";
import { prefixLength, secretOf } from "./secret.ts";

export { revokeAllOf, sweepTokens } from "./ending.ts";

const mostTokens = 50;

const shown = ({ createdAt, expiresAt, lastUsedAt, ...row }: queries.TokenRow): api.Token => ({
  ...row,
  createdAt: instant(createdAt),
  expiresAt: instant(expiresAt),
  lastUsedAt: lastUsedAt && instant(lastUsedAt),
});

/** Somebody's tokens in a portal, without their secrets, which nobody has. */
export const tokensOf = async (db: Db, asker: Asker): Promise<api.Token[]> => (await queries.listTokens(db, asker)).map(shown);

/** The tokens of the person asking. */
export async function showTokens({ db, actor }: Context): Promise<Result<typeof api.listTokens>> {
  return { tokens: await tokensOf(db, actor), offered: offeredTo(actor) };
}

/** Makes a token for the person asking. Throws 403 for a scope that is none of theirs and for a visitor, 409 when they have too many. */
export async function makeToken(
  { open, databases, http }: OpenContext,
  { name, scopes, days }: Parsed<typeof api.makeToken>["body"],
): Promise<Result<typeof api.makeToken>> {
  const actor = await open(async (scope) => requireActor(scope.actor, haveTokens));
  const offered = offeredTo(actor);
  if (scopes.some((scope) => !offered.includes(scope)))
    throw forbidden("scope_not_yours", "You cannot give a token more than you may do yourself.");
  const secret = secretOf(newToken());
  const token = await databases.inSystem("make an API token", async (db) => {
    const { isMember, count } = await queries.lockOwner(db, actor);
    if (!isMember) throw forbidden("token_members_only", "Only members of this portal can have API tokens for it.");
    if (count >= mostTokens)
      throw conflict("too_many_tokens", "You have {most} tokens. Revoke one that you do not need.", { most: mostTokens });
    const made = await queries.insertToken(db, actor, {
      name,
      prefix: secret.slice(0, prefixLength),
      hash: hashToken(secret),
      scopes: [...new Set(scopes)],
      days,
    });
    await note(
      { db, portal: { id: actor.portalId }, actor, http },
      {
        action: "token_made",
        object: { kind: "user", id: actor.userId },
        after: { token: name, scopes: made.scopes, expires: instant(made.expiresAt) },
      },
    );
    return made;
  });
  return { token: shown(token), secret };
}

/** Revokes a token of the person asking. Throws 404 for one that is not theirs. */
export async function revokeOwn({ open, databases, http }: OpenContext, tokenId: number): Promise<Result<typeof api.revokeToken>> {
  const actor = await open(async (scope) => requireActor(scope.actor, haveTokens));
  return databases.inSystem("revoke an API token", (db) =>
    revokeOf({ db, portal: { id: actor.portalId }, actor, http }, actor.userId, tokenId),
  );
}

/** Revokes a token of somebody in the portal, as the one who may. Throws 404 for one that is not theirs. As stoa_system. */
export async function revokeOf(doer: Doer, userId: number, tokenId: number): Promise<{ tokenId: number }> {
  const name = await queries.revokeToken(doer.db, { portalId: doer.portal.id, userId }, tokenId);
  if (name === undefined) throw notFound("token", "This token could not be found.");
  await note(doer, { action: "token_revoked", object: { kind: "user", id: userId }, before: { token: name } });
  return { tokenId };
}
