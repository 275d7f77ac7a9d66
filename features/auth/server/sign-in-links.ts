import { sql } from "kysely";
import { signInLink } from "#features/notifications/events/sign_in_link/sign-in-link.ts";
import { letterSecret, writeLetter } from "#features/notifications/server/service.ts";
import { settingOn } from "#features/portal/contract.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import { note } from "#platform/audit.ts";
import { forbidden, notFound } from "#platform/errors.ts";
import type { Http } from "#platform/serve.ts";
import { hashToken } from "#platform/tokens.ts";
import { linkMinutes } from "../link-contract.ts";
import { safeReturnUrl } from "../return-url.ts";
import { type AuthDeps, pass, type Passed } from "./door.ts";
import { findWhoMayEnter } from "./forgot.ts";

/** The portal that is asked in, where it has this method. Throws 404 and 403. */
function portalOf({ portal }: Http): Portal {
  if (!portal) throw notFound("portal", "This portal could not be found.");
  if (!settingOn((portal as Portal).settings, "signInByLink"))
    throw forbidden("link_off", "This portal sends no links to sign in. Sign in with your password.");
  return portal as Portal;
}

/** Sends a link to the person of this email, if they may enter. Who has an account is told by nothing: neither by the answer nor by its time (security.md 59). */
export async function askForSignIn(
  { databases, limiter, config }: AuthDeps,
  http: Http,
  input: { email: string; returnUrl?: string | null | undefined },
) {
  const portal = portalOf(http);
  const email = input.email.toLowerCase();
  await limiter.mailing(email, http.ip);
  const secret = letterSecret(config.secret);
  const expires_at = new Date(Date.now() + linkMinutes * 60_000);
  await databases.inSystem("a link to sign in is asked for", async (db) => {
    const userId = await findWhoMayEnter(db, portal.id, email);
    await note(
      { db, portal, actor: userId === undefined ? null : { userId }, http },
      { action: "sign_in_link_asked", ...(userId !== undefined && { object: { kind: "user", id: userId } }) },
    );
    if (userId === undefined) return;
    const made = { token_hash: secret.tokenHash, return_url: safeReturnUrl(input.returnUrl, http.origin), expires_at };
    await db
      .insertInto("sign_in_links")
      .values({ portal_id: portal.id, user_id: userId, ...made })
      .onConflict((one) => one.columns(["portal_id", "user_id"]).doUpdateSet(made))
      .execute();
    await writeLetter(db, portal.id, signInLink, { userId }, { key: secret.key, until: expires_at.toISOString() });
  });
}

/** Proves who somebody is by a link, which is used up. Null for one that does not work, whatever the reason. */
export const enterByLink = (deps: AuthDeps, http: Http, token: string): Promise<Passed | null> => {
  const portal = portalOf(http);
  return deps.databases.inSystem("sign in by a link", async (db) => {
    // Of several uses at once one finds the link.
    const used = await db
      .deleteFrom("sign_in_links")
      .where("portal_id", "=", portal.id)
      .where("token_hash", "=", hashToken(token))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["user_id as userId", "return_url as returnUrl"])
      .executeTakeFirst();
    const passed = used && (await pass(db, deps, http, portal, { ...used, method: "link", hasSecondFactor: false, action: "signed_in" }));
    if (!passed) await note({ db, portal, actor: used ? { userId: used.userId } : null, http }, { action: "sign_in_failed" });
    return passed ?? null;
  });
};
