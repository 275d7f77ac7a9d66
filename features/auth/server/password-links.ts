import { sql } from "kysely";
import * as z from "zod/mini";
import { passwordChanged } from "#features/notifications/events/password_changed/password-changed.ts";
import { notify } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";
import { hostUrl } from "#platform/host.ts";
import type { Http } from "#platform/serve.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import type { Limiter } from "./limiter.ts";
import { acceptPassword, storePassword } from "./new-password.ts";
import { endEverything } from "./sessions.ts";

// Links with which a person sets their password, once. An admin hands one over; a link by mail is another maker of the same row and leads to the same page.

/** The page of a link. The token stands behind #, which browsers send to no server, so that it is in no log and no Referer (security.md 50). */
export const resetPage = "/v/auth/reset";

interface NewLink {
  readonly portalId: number;
  readonly userId: number;
  /** Null for a link that the person asked for themselves. */
  readonly madeBy: number | null;
  readonly minutes: number;
  /** The bulk action that orders it. */
  readonly runId?: number;
  /** Of a secret that somebody else makes, for a letter; without it one is made here. */
  readonly tokenHash?: Buffer;
}

/** Makes a link in place of an older one of the same origin, the person's own or an admin's, as the system role. Returns the token, which is told once and never stored, and until when it works. */
export async function insertLink(
  db: Db,
  { portalId, userId, madeBy, minutes, runId, tokenHash }: NewLink,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const made = {
    token_hash: tokenHash ?? hashToken(token),
    made_by: madeBy,
    run_id: runId ?? null,
    made_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  };
  const { expires_at } = await db
    .insertInto("password_links")
    .values({ portal_id: portalId, user_id: userId, ...made })
    .onConflict((conflict) => conflict.columns(["portal_id", "user_id", "is_own"]).doUpdateSet(made))
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { token, expiresAt: expires_at };
}

/** The address of a link, on the host that is stored for the portal and never on one that a request named (security.md 56). As the system role. */
export async function linkAddress(db: Db, portalId: number, token: string, origin: string): Promise<string> {
  const { host } = await db
    .selectFrom("portal_hosts")
    .select("host")
    .where("portal_id", "=", portalId)
    .where("is_primary", "=", true)
    .executeTakeFirstOrThrow();
  return `${hostUrl(host, origin)}${resetPage}#${token}`;
}

/**
 * Whether a mailbox is known to be the person's own, as SQL over `u` and `m`: nobody else has changed their email, or they have signed in with it since. Whoever may
 * change an email would otherwise get into the account by it, also into one with more rights than their own (security.md 14). Who has neither a password nor a role
 * has nothing to be taken.
 */
export const ownsMailbox = sql<boolean>`(u.email_set_at is null or coalesce(m.last_sign_in_at > u.email_set_at, false) or (u.password_hash is null and not u.is_system_admin
  and not exists (select from role_assignments a where a.portal_id = m.portal_id and a.user_id = m.user_id and (a.ends_at is null or a.ends_at > now()))))`;

/** Why somebody gets no password link: see linkHindrances. */
export type LinkHindrance = "admin" | "elsewhere" | "suspended" | "unproven";
const Standing = z.object({
  userId: z.int(),
  hindrance: z.nullable(z.enum(["admin", "elsewhere", "suspended", "unproven"])),
  isSuspended: z.boolean(),
});

interface Linking {
  readonly portalId: number;
  /** Whether a person with a role may have one. */
  readonly staff?: boolean;
  /** It is sent to their email instead of being handed over. */
  readonly isMailed?: boolean;
}

const standingsOf = async (
  db: Db,
  { portalId, staff = true, isMailed = false, userIds }: Linking & { readonly userIds: readonly number[] | null },
) =>
  (
    await typed(Standing)`
      select u.id as "userId", m.status = 'suspended' as "isSuspended", case
        when u.is_system_admin or coalesce(r.is_admin, m.is_admin) or coalesce(l.limits ? 'Admin', false)
          or (not ${staff}::boolean and (coalesce(r.is_author, m.is_author) or coalesce(r.is_manager, m.is_manager) or l.limits is not null)) then 'admin'
        when exists (select from memberships o where o.user_id = u.id and o.portal_id <> m.portal_id) then 'elsewhere'
        when m.status = 'suspended' then 'suspended'
        when ${isMailed}::boolean and not ${ownsMailbox} then 'unproven' end as hindrance
      from memberships m join users u on u.id = m.user_id
      left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
      cross join lateral (select case when m.roles_change_at <= now() then r.limits else m.role_limits end as limits) l
      where m.portal_id = ${portalId} and u.kind = 'person' ${userIds === null ? sql`` : sql`and m.user_id = any (${userIds}::bigint[])`}`.execute(
      db,
    )
  ).rows;

/**
 * Why there is no password link for people, by their number; who may have one is missing. Admins, in full or by a copy, and who belongs to another portal too, set their
 * passwords themselves; who is deactivated may not enter; a mailbox must be the person's own. userIds: null for everybody in the portal. As the system role.
 */
export async function linkHindrances(
  db: Db,
  linking: Linking & { readonly userIds: readonly number[] | null },
): Promise<ReadonlyMap<number, LinkHindrance>> {
  const found = await standingsOf(db, linking);
  const known = new Map(found.flatMap(({ userId, hindrance }) => (hindrance ? [[userId, hindrance] as const] : [])));
  const here = new Set(found.map(({ userId }) => userId));
  for (const userId of linking.userIds ?? []) if (!here.has(userId)) known.set(userId, "admin");
  return known;
}

/** The same for one person. own: they asked for it themselves, so only being deactivated counts. */
export async function linkHindrance(
  db: Db,
  { userId, own = false, ...linking }: Linking & { readonly userId: number; readonly own?: boolean },
): Promise<LinkHindrance | null> {
  if (!own) return (await linkHindrances(db, { ...linking, userIds: [userId] })).get(userId) ?? null;
  const [row] = await standingsOf(db, { ...linking, userIds: [userId] });
  return !row ? "admin" : row.isSuspended ? "suspended" : null;
}

const Linked = z.object({ userId: z.int(), email: z.string(), givenName: z.string(), familyName: z.string() });

const noLink = () => notFound("no_link", "This link does not work, or no longer. Ask for a new one.");

interface Deps {
  readonly databases: Databases;
  readonly limiter: Limiter;
  readonly config: Pick<Config, "productName">;
}

/**
 * Sets the password of the person of a link, which is used up, and ends their sessions. A link that is unknown, used, over, or of somebody who may not have one any
 * more is one answer, after the same work (security.md 59). No transaction is open while it hashes.
 */
export async function usePasswordLink(
  { databases, limiter, config }: Deps,
  http: Http,
  { token, newPassword }: { token: string; newPassword: string },
) {
  const portalId = http.portal?.id;
  if (portalId === undefined) throw notFound("portal", "This portal could not be found.");
  const attempt = await limiter.reset(http.ip);
  const tokenHash = hashToken(token);
  const of = await databases.inSystem("find whose password link it is", (db) => findLinked(db, portalId, tokenHash));
  if (!of) throw noLink();
  const accepted = await acceptPassword(databases, config.productName, {
    field: "newPassword",
    password: newPassword,
    portalId,
    userId: of.userId,
    known: [of.email, `${of.givenName}${of.familyName}`],
  });
  const isSet = await databases.inSystem("a password link is used", async (db) => {
    // Lock first: the next statements take a new snapshot, and so see every session that was started before the lock.
    await sql`select 1 from users where id = ${of.userId} for update`.execute(db);
    // Of several uses at once one finds the link.
    const used = await db
      .deleteFrom("password_links")
      .where("portal_id", "=", portalId)
      .where("token_hash", "=", tokenHash)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["user_id as userId", "made_by as madeBy", "run_id as runId"])
      .executeTakeFirst();
    if (used?.userId !== of.userId) return false;
    // Locked, so that undoing the action either finds it used or has ended it before.
    if (used.runId !== null) {
      const { numAffectedRows } = await sql`update password_link_orders set used_at = now()
        where portal_id = ${portalId} and run_id = ${used.runId} and user_id = ${of.userId} and ended_at is null`.execute(db);
      if (numAffectedRows !== 1n) return false;
    }
    if ((await linkHindrance(db, { portalId, userId: of.userId, own: used.madeBy === null })) !== null) return false;
    await storePassword(db, of.userId, accepted);
    await db.updateTable("users").set({ email_set_at: null }).where("id", "=", of.userId).execute();
    await endEverything(db, [of.userId]);
    await note(
      { db, portal: { id: portalId }, actor: { userId: of.userId }, http },
      { action: "password_set", object: { kind: "user", id: of.userId } },
    );
    const at = new Date().toISOString();
    await notify(db, portalId, passwordChanged, [{ subject: `user:${of.userId}`, userId: of.userId, occurrence: at, variables: { at } }]);
    return true;
  });
  if (!isSet) throw noLink();
  await attempt.succeeded();
}

const findLinked = async (db: Db, portalId: number, tokenHash: Buffer) => {
  const { rows } = await typed(Linked)`
    select u.id as "userId", u.email, u.given_name as "givenName", u.family_name as "familyName"
    from password_links l
    join users u on u.id = l.user_id
    join memberships m on m.portal_id = l.portal_id and m.user_id = l.user_id
    where l.portal_id = ${portalId} and l.token_hash = ${tokenHash} and l.expires_at > now() and m.status = 'active'
      and not exists (select from password_link_orders o
        where o.portal_id = l.portal_id and o.run_id = l.run_id and o.user_id = l.user_id and o.ended_at is not null)`.execute(db);
  return rows[0];
};
