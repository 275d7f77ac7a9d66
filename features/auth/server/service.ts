import { sql } from "kysely";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import { RoleName } from "#features/portal/contract.ts";
import { holdsRole } from "#features/portal/policy.ts";
import { passwordChanged } from "#features/notifications/events/password_changed/password-changed.ts";
import { notify } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import { forbidden, invalid, invalidFields, refused, signedOut, unauthorized } from "#platform/errors.ts";
import type { Http, OpenContext, PortalRef } from "#platform/serve.ts";
import { keptSession, newToken } from "#platform/tokens.ts";
import { safeReturnUrl } from "../return-url.ts";
import type { Limiter } from "./limiter.ts";
import { dummyVerify, hashPassword, verifyPassword } from "./passwords.ts";
import { startSession } from "./sessions.ts";
import { weakness } from "./weak-passwords.ts";

export interface AuthDeps {
  readonly databases: Databases;
  readonly limiter: Limiter;
  readonly config: Pick<Config, "secret" | "setupToken" | "sessionMaxHours" | "productName" | "contentOrigin" | "contentHosts">;
  /** The start page of a role, for somebody who asked for no page. */
  readonly homeOf: (role: string) => string;
}

const passwordPage = "/v/auth/passwordChange";

const wrong = () => refused(401, "wrong_sign_in", "This email and password do not match. Check both and try again.");

const Known = z.object({
  id: z.int(),
  password_hash: z.nullable(z.string()),
  must_change_password: z.boolean(),
  status: z.nullable(z.string()),
  may_enter: z.nullable(z.boolean()),
  isSystemAdmin: z.boolean(),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  lastRole: RoleName,
  mergedInto: z.nullable(z.string()),
});
const Changed = z.object({ id: z.int() });

/**
 * Signs in to the addressed portal. All refusals, whatever their reason, have the same answer and take the same time: one query, one
 * password check, one audit entry (security.md test 59). Returns the new session's token and where to go.
 */
export async function signIn(
  deps: AuthDeps,
  http: Http,
  portal: PortalRef,
  input: { email: string; password: string; returnUrl?: string | null | undefined },
): Promise<{ token: string; userId: number; redirect: string }> {
  const email = input.email.toLowerCase();
  const attempt = await deps.limiter.password(email, http.ip);
  const known = await deps.databases.inSystem("find whose password is given", async (db) => {
    const { rows } = await typed(Known)`
      select u.id, u.password_hash, u.must_change_password, m.status, may_enter(m.status, u.is_system_admin) as may_enter,
        u.is_system_admin as "isSystemAdmin", coalesce(m.is_author, false) as "isAuthor", coalesce(m.is_manager, false) as "isManager",
        coalesce(m.is_admin, false) as "isAdmin", coalesce(r.role, 'Student') as "lastRole", k.email as "mergedInto"
      from users u
      left join merges g on g.portal_id = ${portal.id} and g.gone_id = u.id and u.kind = 'departed' and g.done_at is not null and g.undone_at is null
      left join users k on k.id = g.kept_id and k.kind = 'person'
      left join memberships m on m.portal_id = ${portal.id} and m.user_id = u.id
      left join last_roles r on r.portal_id = ${portal.id} and r.user_id = u.id
      where u.email = ${email} and (u.kind = 'person' or k.id is not null)`.execute(db);
    return rows[0];
  });
  const fits = known?.password_hash ? await verifyPassword(known.password_hash, input.password) : await dummyVerify(input.password);
  if (!known || !fits || !known.may_enter || known.mergedInto !== null) {
    await deps.databases.inPortal(portal.id, (db) =>
      note({ db, portal, actor: known ? { userId: known.id } : null, http }, { action: "sign_in_failed" }),
    );
    // Whoever knows the password of an account that was merged is told which one to use; nobody gets into the other one with it.
    if (known?.mergedInto != null && fits)
      throw forbidden("account_merged", "This account was joined with another one of yours. Sign in with {email} and its password.", {
        email: maskedEmail(known.mergedInto),
      });
    throw wrong();
  }
  const token = await deps.databases.inSystem("start a session", async (db) => {
    // If the password was changed during the check, the old one is refused; a later change waits for this transaction and then ends the session. So does
    // another sign-in of the same person, which may come from another page of the same browser (startSession).
    const { rows } = await sql`
      select 1 from users where id = ${known.id} and password_hash = ${known.password_hash} for no key update`.execute(db);
    if (rows.length === 0) throw wrong();
    return startSession(db, {
      portalId: portal.id,
      userId: known.id,
      userAgent: http.userAgent,
      ip: http.ip,
      requestId: http.requestId,
      maxHours: deps.config.sessionMaxHours,
      replaces: http.sessionToken,
      action: "signed_in",
      ...(known.status === null && { after: { as: "system admin" } }),
    });
  });
  await attempt.succeeded();
  const wanted = safeReturnUrl(input.returnUrl, http.origin);
  const home = homeFor(deps, known, known.lastRole);
  return {
    token,
    userId: known.id,
    redirect: known.must_change_password ? withReturnUrl(passwordPage, wanted) : (wanted ?? home),
  };
}

/** An address that its owner recognises: i…@example.org. */
const maskedEmail = (email: string) => email.replace(/^(.)[^@]*/, "$1…");

/**
 * Sets a new password after checking the present one. Ends the person's other sessions in every portal, and gives this one a
 * new token. No transaction is open while it hashes.
 */
export async function replacePassword(
  deps: AuthDeps,
  { http, open }: OpenContext,
  input: { currentPassword: string; newPassword: string; returnUrl?: string | null | undefined },
): Promise<{ token: string; redirect: string }> {
  const before = await open(async ({ db, actor, portal }) => {
    if (!actor) throw signedOut();
    const { name } = await db.selectFrom("portals").select("name").where("id", "=", portal.id).executeTakeFirstOrThrow();
    return { actor, portalName: name };
  });
  const { actor } = before;
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
  const reason = weakness(input.newPassword, [
    actor.email,
    `${actor.givenName}${actor.familyName}`,
    before.portalName,
    deps.config.productName,
  ]);
  if (reason) throw invalidFields([{ field: "newPassword", ...reason }]);
  const next = await hashPassword(input.newPassword);
  const token = newToken();
  const changed = await deps.databases.inSystem("a changed password ends the person's sessions on every portal", async (db) => {
    // Lock first: the next statement takes a new snapshot, and so sees every session that was started before the lock.
    await sql`select 1 from users where id = ${actor.userId} for update`.execute(db);
    const { rows } = await typed(Changed)`
      with changed as (
        update users set password_hash = ${next}, password_changed_at = now(), must_change_password = false
        where id = ${actor.userId} and password_hash = ${kept}
        returning id
      ), ended as (
        delete from sessions s using changed c where s.user_id = c.id and not (s.portal_id = ${actor.portalId} and s.id = ${actor.sessionId})
        returning s.portal_id, s.id
      ), handovers as (
        delete from handover_tokens h using changed c where h.user_id = c.id
      ), noted as (
        -- Packages opened under the old password end; this session goes on as another one.
        insert into ended_sessions (portal_id, session_id)
        select portal_id, id from ended union all select ${actor.portalId}, ${actor.sessionId} from changed
      )
      update sessions s set token_hash = ${keptSession(token)}, id = default from changed c
      where s.user_id = c.id and s.portal_id = ${actor.portalId} and s.id = ${actor.sessionId}
      returning s.id`.execute(db);
    if (rows.length === 0) return false;
    await note(
      { db, portal: { id: actor.portalId }, actor, http },
      { action: "password_changed", object: { kind: "user", id: actor.userId } },
    );
    const at = new Date().toISOString();
    await notify(db, actor.portalId, passwordChanged, [
      { subject: `user:${actor.userId}`, userId: actor.userId, occurrence: at, variables: { at } },
    ]);
    return true;
  });
  // Changed or signed out elsewhere in the meantime.
  if (!changed) throw unauthorized("password_changed", "Your password was changed elsewhere. Sign in again.");
  return { token, redirect: safeReturnUrl(input.returnUrl, http.origin) ?? homeFor(deps, actor, actor.activeRole) };
}

/** The start page of the role somebody was last in; Student's when that role was withdrawn since. */
const homeFor = (deps: AuthDeps, person: Parameters<typeof holdsRole>[0], role: string) => {
  const known = RoleName.safeParse(role).data;
  return deps.homeOf(known && holdsRole(person, known) ? known : "Student");
};

/** A page's path with a ReturnUrl, when there is one. */
export const withReturnUrl = (path: string, wanted: string | null): string =>
  wanted ? `${path}?ReturnUrl=${encodeURIComponent(wanted)}` : path;
