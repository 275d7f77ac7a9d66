import { sql } from "kysely";
import * as z from "zod/mini";
import { emailChangeAsked } from "#features/notifications/events/email_change_asked/email-change-asked.ts";
import { emailChanged } from "#features/notifications/events/email_changed/email-changed.ts";
import { emailInUse } from "#features/notifications/events/email_in_use/email-in-use.ts";
import { newEmail } from "#features/notifications/events/new_email/new-email.ts";
import { letterSecret, sendsMail, writeLetter } from "#features/notifications/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { isDuplicate } from "#platform/db/database-errors.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict, forbidden, invalid, notFound, signedOut } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { Http, OpenContext } from "#platform/serve.ts";
import { hashToken } from "#platform/tokens.ts";
import type * as api from "../email-contract.ts";
import { emailChangeMinutes } from "../email-contract.ts";
import { maskedEmail } from "../masked-email.ts";
import { setSessionCookies } from "./cookies.ts";
import type { AuthDeps } from "./door.ts";
import { checkPassword } from "./factor-service.ts";
import { endEverything, renewAlone } from "./sessions.ts";

// A person's own change of email (security.md row 58). An account has one email for all its portals; whoever owns the account changes it, once the new mailbox is theirs.

const asking = async ({ open }: OpenContext): Promise<Actor> => {
  const actor = await open(async (scope) => scope.actor);
  if (!actor) throw signedOut();
  return actor;
};

const portalOf = ({ portal }: Http): number => {
  if (!portal) throw notFound("portal", "This portal could not be found.");
  return portal.id;
};

const Shown = z.object({
  email: z.string(),
  isKept: z.boolean(),
  newEmail: z.nullable(z.string()),
  until: z.nullable(z.date()),
});

/** A person's email, the one that waits, and whether another system keeps it: whoever has an external id in a portal comes from its imports. */
async function findOwn(db: Db, userId: number) {
  const { rows } = await typed(Shown)`
    select u.email, c.new_email as "newEmail", c.expires_at as until,
      exists (select from memberships m where m.user_id = u.id and m.external_id is not null) as "isKept"
    from users u left join email_changes c on c.user_id = u.id and c.old_email = u.email and c.expires_at > now()
    where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw signedOut();
  return row;
}

async function shownTo(db: Db, { portalId, userId }: Pick<Actor, "portalId" | "userId">, deps: AuthDeps): Promise<api.OwnEmail> {
  const { email, isKept, newEmail: wanted, until } = await findOwn(db, userId);
  return {
    email,
    isKept,
    pending: wanted !== null && until !== null ? { email: wanted, until: instant(until) } : null,
    isMailed: await sendsMail(db, portalId, deps.config.smtpUrl),
  };
}

/** The email of the person asking. */
export async function showEmail(deps: AuthDeps, context: OpenContext): Promise<api.OwnEmail> {
  const actor = await asking(context);
  return deps.databases.inSystem("show a person their email", (db) => shownTo(db, actor, deps));
}

/**
 * Begins a change of email: checks the password, sends a link to the new address and tells the old one at once. Somebody else's address gets another letter, and the
 * person asking the same answer, after the same work (security.md 59). Throws 400, 403 and 429.
 */
export async function askForEmail(
  deps: AuthDeps,
  context: OpenContext,
  { email, password }: Parsed<typeof api.askForEmail>["body"],
): Promise<api.OwnEmail> {
  const { databases, limiter, config } = deps;
  const { http } = context;
  const actor = await asking(context);
  await checkPassword(deps, http, actor, password);
  const before = await databases.inSystem("whose email is to change", (db) => findOwn(db, actor.userId));
  if (before.isKept) throw forbidden("email_kept", "Another system keeps your email up to date. Ask a portal admin to change it.");
  if (before.email === email) throw invalid("email", "same_email", "This is your email already.");
  await limiter.changingEmail(actor.userId);
  await limiter.mailing(email, http.ip);
  const secret = letterSecret(config.secret);
  const until = new Date(Date.now() + emailChangeMinutes * 60_000);
  return databases.inSystem("a new email is asked for", async (db) => {
    const { portalId, userId } = actor;
    await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
    const { email: old } = await findOwn(db, userId);
    await db.deleteFrom("email_changes").where("user_id", "=", userId).execute();
    await db
      .insertInto("email_changes")
      .values({
        portal_id: portalId,
        user_id: userId,
        old_email: old,
        new_email: email,
        token_hash: secret.tokenHash,
        expires_at: until,
      })
      .execute();
    // To the address alone: what a person gets to see of their own messages would tell whose it is.
    const to = { address: email, locale: actor.locale };
    if (await isTaken(db, email)) await writeLetter(db, portalId, emailInUse, to, {});
    else await writeLetter(db, portalId, newEmail, to, { key: secret.key, until: instant(until) });
    const at = new Date().toISOString();
    // To the address itself: when it is sent, the account may have another one.
    await writeLetter(db, portalId, emailChangeAsked, { userId, address: old }, { at, email: maskedEmail(email) });
    await note(
      { db, portal: { id: portalId }, actor, http },
      { action: "email_change_asked", object: { kind: "user", id: userId }, after: { email } },
    );
    return shownTo(db, actor, deps);
  });
}

const isTaken = async (db: Db, email: string): Promise<boolean> =>
  (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;

/** Makes the link to the person's new email void. */
export async function withdrawEmail(deps: AuthDeps, context: OpenContext): Promise<api.OwnEmail> {
  const actor = await asking(context);
  return deps.databases.inSystem("a new email is withdrawn", async (db) => {
    const gone = await db.deleteFrom("email_changes").where("user_id", "=", actor.userId).returning("new_email").execute();
    const [first] = gone;
    if (first)
      await note(
        { db, portal: { id: actor.portalId }, actor, http: context.http },
        { action: "email_change_withdrawn", object: { kind: "user", id: actor.userId }, before: { email: first.new_email } },
      );
    return shownTo(db, actor, deps);
  });
}

const Wanted = z.object({ userId: z.int(), oldEmail: z.string(), wanted: z.string() });

/**
 * What a link is about, while it works: in its portal, for somebody who may enter it and whose email is still the one that asked. lock: the person is held, and then the
 * change, in the order in which whoever asks anew or ends everything of a person comes to them.
 */
async function findWanted(db: Db, portalId: number, tokenHash: Buffer, { lock = false } = {}) {
  const { rows } = await typed(Wanted)`
    select c.user_id as "userId", c.old_email as "oldEmail", c.new_email as wanted
    from email_changes c
    join users u on u.id = c.user_id and u.kind = 'person' and u.email = c.old_email
    left join memberships m on m.portal_id = c.portal_id and m.user_id = c.user_id
    where c.portal_id = ${portalId} and c.token_hash = ${tokenHash} and c.expires_at > now() and may_enter(m.status, u.is_system_admin)
      and not exists (select from memberships k where k.user_id = c.user_id and k.external_id is not null)
    ${lock ? sql`for update of u, c` : sql``}`.execute(db);
  return rows[0];
}

const noLink = () => notFound("email_link", "This link does not work, or no longer. Ask for a new one in My account.");

/** What a link is about. Which links there are is told by no answer but to whoever has one. */
export async function lookAtEmail(deps: AuthDeps, http: Http, token: string): Promise<Result<typeof api.lookAtEmail>> {
  const portalId = portalOf(http);
  const attempt = await deps.limiter.reset(http.ip);
  const found = await deps.databases.inSystem("what a link to a new email is about", (db) => findWanted(db, portalId, hashToken(token)));
  if (!found) throw noLink();
  await attempt.succeeded();
  return { email: found.wanted, from: maskedEmail(found.oldEmail) };
}

const taken = () => conflict("email_taken", "This email cannot be used here. Choose another one.");

/**
 * Makes the email of a link that of its person, once. The link alone is enough, because the mailbox is often opened on another device. Everything else that could act for
 * them ends on every portal (security.md 25); their session in this browser goes on under a new token. The old address is told, and so is the log of each of their portals.
 */
export async function confirmEmail(
  deps: AuthDeps,
  { http, open }: OpenContext,
  { token }: Parsed<typeof api.confirmEmail>["body"],
): Promise<Result<typeof api.confirmEmail>> {
  const portalId = portalOf(http);
  const attempt = await deps.limiter.reset(http.ip);
  const actor = await open(async (scope) => scope.actor);
  const tokenHash = hashToken(token);
  const done = await deps.databases
    .inSystem("a new email is confirmed", async (db) => {
      const found = await findWanted(db, portalId, tokenHash, { lock: true });
      if (!found) return null;
      const { userId, oldEmail, wanted: email } = found;
      if (await isTaken(db, email)) throw taken();
      // The mailbox is proven to be the person's own, and so is what was sent to it.
      await db.updateTable("users").set({ email, email_set_at: null }).where("id", "=", userId).execute();
      await sql`update messages set user_id = ${userId} where portal_id = ${portalId} and recipient = ${email} and event = ${newEmail.name} and user_id is null`.execute(
        db,
      );
      // Either ends what waits too, and so the link.
      const renewed = actor?.userId === userId ? await renewAlone(db, actor) : null;
      if (renewed === null) await endEverything(db, [userId]);
      await writeLetter(
        db,
        portalId,
        emailChanged,
        { userId, address: oldEmail },
        { at: new Date().toISOString(), email: maskedEmail(email) },
      );
      const portals = await db.selectFrom("memberships").select("portal_id").where("user_id", "=", userId).orderBy("portal_id").execute();
      for (const id of new Set([portalId, ...portals.map(({ portal_id }) => portal_id)])) {
        await note(
          { db, portal: { id }, actor: { userId }, http },
          { action: "email_changed", object: { kind: "user", id: userId }, before: { email: oldEmail }, after: { email } },
        );
        await peopleChanged(db, id);
      }
      return { email, renewed };
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken() : error;
    });
  if (!done) throw noLink();
  await attempt.succeeded();
  if (done.renewed !== null) setSessionCookies(http, deps.config.secret, done.renewed);
  return { email: done.email, redirect: done.renewed === null ? "/v/auth/login" : "/v/student/myAccount" };
}
