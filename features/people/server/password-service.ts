import { insertLink, linkAddress, linkHindrance } from "#features/auth/server/password-links.ts";
import { note } from "#platform/audit.ts";
import { conflict, forbidden } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { OpenContext } from "#platform/serve.ts";
import { linkLives, type LinkLife } from "../record-contract.ts";
import { changePerson } from "./person-service.ts";

const refusals = {
  admin: () =>
    forbidden("no_link_for_admins", "Nobody makes a link for an admin, or for somebody whose rights reach further than their own."),
  elsewhere: () =>
    conflict("shared_password", "This person uses the same account elsewhere too, so only they themselves change its password."),
  suspended: () => conflict("suspended", "This person is deactivated. Reactivate them first."),
  /** Only where it is mailed, which this link is not. */
  unproven: () => conflict("address_changed", "Somebody else changed the email of this person. Hand them a link."),
};

export interface LinkDeps {
  /** Counts one link that somebody made; throws 429. */
  readonly countLink: (userId: number) => Promise<void>;
}

/** Makes a link with which a person sets their password (AUTH-5). Whoever holds only a copy of Admin makes none for people with a role: it could be a way up. */
export async function makePasswordLink(context: OpenContext, { countLink }: LinkDeps, userId: number, life: LinkLife) {
  const { actor, noting } = await changePerson(context, userId, "a link to set a password", async (scope) => {
    if (scope.actor.userId === userId) throw forbidden("own_record", "You change your own data in My account.");
    return scope;
  });
  await countLink(actor.userId);
  const { portalId } = actor;
  return context.databases.inSystem("make a link to set a password", async (db) => {
    const hindrance = await linkHindrance(db, { portalId, userId, staff: actor.isAdmin || actor.isSystemAdmin });
    if (hindrance) throw refusals[hindrance]();
    const { token, expiresAt } = await insertLink(db, { portalId, userId, madeBy: actor.userId, minutes: linkLives[life] });
    await note({ db, ...noting }, { action: "password_link_made", object: { kind: "user", id: userId }, after: { expiresAt } });
    return { url: await linkAddress(db, portalId, token, context.http.origin), expiresAt: instant(expiresAt) };
  });
}
