import { passwordChanged } from "#features/notifications/events/password_changed/password-changed.ts";
import { notify } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import { invalid, signedOut, unauthorized } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import { safeReturnUrl } from "../return-url.ts";
import { homeFor, type AuthDeps } from "./door.ts";
import { acceptPassword, storePassword } from "./new-password.ts";
import { dummyVerify, verifyPassword } from "./passwords.ts";
import { renewAlone } from "./sessions.ts";

export { handOver } from "./handover.ts";
export { hasAnyFactor, listElsewhere } from "./handover-queries.ts";
export { ownStep } from "./factor-service.ts";
export { takeStep } from "./steps.ts";

/**
 * Sets a new password after checking the present one. Ends the person's other sessions in every portal, and gives this one a
 * new token. No transaction is open while it hashes.
 */
export async function replacePassword(
  deps: AuthDeps,
  { http, open }: OpenContext,
  input: { currentPassword: string; newPassword: string; returnUrl?: string | null | undefined },
): Promise<{ token: string; redirect: string }> {
  const actor = await open(async (scope) => scope.actor);
  if (!actor) throw signedOut();
  const kept = await deps.databases.inSystem("check the present password", async (db) => {
    const { password_hash } = await db.selectFrom("users").select("password_hash").where("id", "=", actor.userId).executeTakeFirstOrThrow();
    return password_hash;
  });
  const attempt = await deps.limiter.password(actor.email, http.ip);
  const fits = kept ? await verifyPassword(kept, input.currentPassword) : await dummyVerify(input.currentPassword);
  if (!fits) throw invalid("currentPassword", "wrong_password", "This is not your current password.");
  await attempt.succeeded();
  if (input.newPassword === input.currentPassword)
    throw invalid("newPassword", "same_password", "The new password is the same as the current one.");
  const next = await acceptPassword(deps.databases, deps.config.productName, {
    field: "newPassword",
    password: input.newPassword,
    portalId: actor.portalId,
    userId: actor.userId,
    known: [actor.email, `${actor.givenName}${actor.familyName}`],
  });
  const token = await deps.databases.inSystem("a changed password ends the person's sessions on every portal", async (db) => {
    // Lock first: the next statement takes a new snapshot, and so sees every session that was started before the lock.
    const now = await db.selectFrom("users").select("password_hash").where("id", "=", actor.userId).forUpdate().executeTakeFirst();
    const renewed = now?.password_hash === kept ? await renewAlone(db, actor) : null;
    if (renewed === null) return null;
    await storePassword(db, actor.userId, next);
    await note(
      { db, portal: { id: actor.portalId }, actor, http },
      { action: "password_changed", object: { kind: "user", id: actor.userId } },
    );
    const at = new Date().toISOString();
    await notify(db, actor.portalId, passwordChanged, [
      { subject: `user:${actor.userId}`, userId: actor.userId, occurrence: at, variables: { at } },
    ]);
    return renewed;
  });
  // Changed or signed out elsewhere in the meantime.
  if (token === null) throw unauthorized("password_changed", "Your password was changed elsewhere. Sign in again.");
  return { token, redirect: safeReturnUrl(input.returnUrl, http.origin) ?? homeFor(deps, actor, actor.activeRole) };
}
