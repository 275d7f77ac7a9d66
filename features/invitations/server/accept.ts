import { sql } from "kysely";
import { acceptPassword } from "#features/auth/server/new-password.ts";
import type { Limiter } from "#features/auth/server/limiter.ts";
import { aboutEffects, giveEffects, requireMayAdmit } from "#features/codes/server/service.ts";
import { actorOf } from "#features/jobs/server/service.ts";
import { forNewcomer } from "#features/seats/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { AppError, conflict, invalid, notFound } from "#platform/errors.ts";
import type { Language } from "#platform/languages.ts";
import type { Http } from "#platform/serve.ts";
import { hashToken } from "#platform/tokens.ts";
import type * as api from "../contract.ts";
import * as queries from "./queries.ts";

export interface AcceptDeps {
  readonly databases: Databases;
  readonly limiter: Pick<Limiter, "reset">;
  readonly config: Pick<Config, "secret" | "productName">;
}

const portalOf = (http: Http): number => {
  if (!http.portal) throw notFound("portal", "This portal could not be found.");
  return http.portal.id;
};
const noLink = () => notFound("invitation", "This link does not work, or no longer. Ask whoever invited you for a new one.");

/** What the link of an invitation is about, and that it was opened. Which links there are is told by no answer but to whoever has one (security.md 59). */
export async function lookAt({ databases, limiter }: AcceptDeps, http: Http, token: string): Promise<Result<typeof api.lookAtInvitation>> {
  const portalId = portalOf(http);
  const attempt = await limiter.reset(http.ip);
  const found = await databases.inSystem("what the link of an invitation is about", async (db) => {
    const invited = await queries.findByToken(db, portalId, hashToken(token));
    if (!invited) return null;
    const account = await queries.findAccount(db, portalId, invited.email);
    if (account?.isHidden) return null;
    await sql`update invitations set opened_at = coalesce(opened_at, now()) where portal_id = ${portalId} and id = ${invited.id}`.execute(
      db,
    );
    return { email: invited.email, hasAccount: account !== undefined };
  });
  if (!found) throw noLink();
  await attempt.succeeded();
  return found;
}

/**
 * Accepts an invitation: the link is used up, and whoever has it belongs to the portal, with what the invitation gives by the inviter's rights of this moment. Who has
 * an account already keeps name and password, and signs in with it. No transaction is open while it hashes.
 */
export async function accept(
  { databases, limiter, config }: AcceptDeps,
  http: Http,
  locale: Language,
  { token, givenName, familyName, newPassword }: Parsed<typeof api.acceptInvitation>["body"],
): Promise<Result<typeof api.acceptInvitation>> {
  const portalId = portalOf(http);
  const attempt = await limiter.reset(http.ip);
  const tokenHash = hashToken(token);
  const before = await databases.inSystem("who accepts an invitation", async (db) => {
    const invited = await queries.findByToken(db, portalId, tokenHash);
    return invited && { email: invited.email, account: await queries.findAccount(db, portalId, invited.email) };
  });
  if (!before || before.account?.isHidden) throw noLink();
  let passwordHash: string | null = null;
  if (!before.account) {
    if (givenName === undefined) throw invalid("givenName", "required", "Enter your given name.");
    if (familyName === undefined) throw invalid("familyName", "required", "Enter your family name.");
    if (newPassword === undefined) throw invalid("newPassword", "required", "Choose a new password.");
    const known = [before.email, `${givenName}${familyName}`];
    const field = { field: "newPassword", password: newPassword, portalId, userId: null, known };
    passwordHash = (await acceptPassword(databases, config.productName, field)).hash;
  }
  // Without a seat nothing is done, and the invitation stays.
  await forNewcomer(() =>
    databases.inSystem("an invitation is accepted", async (db) => {
      const invited = await queries.findByToken(db, portalId, tokenHash, { lock: true });
      if (!invited) throw noLink();
      const userId = await join(db, portalId, {
        email: invited.email,
        given_name: givenName ?? "",
        family_name: familyName ?? "",
        locale,
        password_hash: passwordHash,
      });
      await give(db, portalId, invited, userId);
      await sql`update invitations set accepted_at = now(), user_id = ${userId}, token_hash = null, opened_at = coalesce(opened_at, now())
      where portal_id = ${portalId} and id = ${invited.id}`.execute(db);
      await peopleChanged(db, portalId);
      await note(
        { db, portal: { id: portalId }, actor: { userId }, http },
        { action: "invitation_accepted", object: { kind: "user", id: userId }, after: { email: invited.email, invitation: invited.id } },
      );
    }),
  );
  await attempt.succeeded();
  return { redirect: "/v/auth/login" };
}

interface NewUser {
  readonly email: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly password_hash: string | null;
}

/** Makes the account, unless there is one, and the membership. Gives whose it is. Throws 409 for somebody who belongs to the portal already. */
async function join(db: Db, portalId: number, user: NewUser): Promise<number> {
  const isNew = user.password_hash !== null;
  // Whoever makes the same account at this moment is waited for.
  const made = isNew
    ? await db
        .insertInto("users")
        .values({ ...user, password_changed_at: sql<Date>`now()` })
        .onConflict((one) => one.doNothing())
        .returning("id")
        .executeTakeFirst()
    : undefined;
  const known = made ? undefined : await queries.findAccount(db, portalId, user.email);
  const userId = made?.id ?? known?.userId;
  if (userId === undefined || known?.isHidden) throw noLink();
  const joined = await db
    .insertInto("memberships")
    .values({ portal_id: portalId, user_id: userId })
    .onConflict((one) => one.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (!joined) throw conflict("is_member", "Somebody with this email belongs to this portal already.");
  return userId;
}

const stale = () =>
  conflict("invitation_stale", "Whoever invited you may not do so any more, or what you were to get is gone. Ask for another invitation.");

/** Gives what the invitation gives. Throws 409 where its inviter could not give it any more. */
async function give(db: Db, portalId: number, { givenBy, effects }: queries.OpenInvitation, userId: number) {
  const giver = await actorOf(db, { portalId, userId: givenBy });
  if (!giver) throw stale();
  try {
    await requireMayAdmit(db, giver);
    await giveEffects(db, await aboutEffects(db, giver, effects), { userId, label: "" });
  } catch (error) {
    throw error instanceof AppError ? stale() : error;
  }
}
