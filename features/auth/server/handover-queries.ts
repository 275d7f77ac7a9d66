import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

/**
 * When a session that still exists proved a second factor; undefined for one that is gone. It is held so until the transaction ends: a password change, which locks the person first, waits for it and then finds
 * what was made in it.
 */
export async function holdSession(
  db: Db,
  session: { portalId: number; userId: number; sessionId: number },
): Promise<{ factorAt: Date | null } | undefined> {
  // Lock first: the next statement takes a new snapshot, and so does not see a session that ended before the lock was given.
  await db.selectFrom("users").select("id").where("id", "=", session.userId).forShare().execute();
  return db
    .selectFrom("sessions")
    .select("factor_at as factorAt")
    .where("portal_id", "=", session.portalId)
    .where("id", "=", session.sessionId)
    .where("user_id", "=", session.userId)
    .executeTakeFirst();
}

/** The host of a portal of which the person is an active member (for system admins: of any active portal); undefined otherwise. Run as the system role. */
export const findSwitchTarget = (db: Db, input: { portalId: number; userId: number; isSystemAdmin: boolean }) =>
  db
    .selectFrom("portals as p")
    .innerJoin("portal_hosts as h", (join) => join.onRef("h.portal_id", "=", "p.id").on("h.is_primary", "=", true))
    .leftJoin("memberships as m", (join) => join.onRef("m.portal_id", "=", "p.id").on("m.user_id", "=", input.userId))
    .select("h.host")
    .where("p.id", "=", input.portalId)
    .where("p.status", "=", "active")
    .where(sql<boolean>`may_enter(m.status, ${input.isSystemAdmin})`)
    .executeTakeFirst();

const Elsewhere = z.object({ id: z.int(), name: z.string(), host: z.string() });

/** The portals that somebody may enter, without this one, by their names. As the system role. */
export const listElsewhere = async (db: Db, userId: number, hereId: number) =>
  (
    await typed(Elsewhere)`select o.id, o.name, o.host from jsonb_to_recordset(portals_of(${userId})) as o (id bigint, name text, host text)
      where o.id <> ${hereId} order by lower(o.name), o.id`.execute(db)
  ).rows;

/** Whether somebody may enter another portal than this one. As the system role. */
export const belongsElsewhere = async (db: Db, userId: number, hereId: number): Promise<boolean> =>
  (await listElsewhere(db, userId, hereId)).length > 0;

const Has = z.object({ has: z.boolean() });

/** Whether somebody has a second factor in any portal. As the system role. */
export const hasAnyFactor = async (db: Db, userId: number): Promise<boolean> =>
  (
    await typed(Has)`select exists (select from account_security where user_id = ${userId} and totp_at is not null)
      or exists (select from passkeys where user_id = ${userId}) as has`.execute(db)
  ).rows[0]?.has === true;

/** Stores the hash of a hand-over token for 60 seconds, with its person, its source origin and its target. */
export const insertHandover = (
  db: Db,
  row: {
    portal_id: number;
    token_hash: Buffer;
    user_id: number;
    source_portal_id: number;
    source_origin: string;
    return_path: string;
    factor_at: Date | null;
    by_password: boolean;
  },
) =>
  db
    .insertInto("handover_tokens")
    .values({ ...row, expires_at: sql<Date>`now() + interval '60 seconds'` })
    .execute();

/** Consumes a hand-over token: valid once, in its target portal, within 60 seconds, and from the page it was made for. */
export const takeHandover = (db: Db, input: { portalId: number; tokenHash: Buffer; sourceOrigin: string }) =>
  db
    .deleteFrom("handover_tokens")
    .where("portal_id", "=", input.portalId)
    .where("token_hash", "=", input.tokenHash)
    .where("source_origin", "=", input.sourceOrigin)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "return_path as returnPath", "factor_at as factorAt", "by_password as isByPassword"])
    .executeTakeFirst();
