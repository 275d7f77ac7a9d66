import { sql } from "kysely";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import type { Db } from "#platform/db/connect.ts";
import { Account, Theme } from "../contract.ts";

const AccountRow = z.extend(z.omit(Account, { portal: true }), {
  passwordChangedAt: z.nullable(z.date()),
  joinedAt: z.nullable(z.date()),
  portalName: z.string(),
  portalLocale: z.string(),
  /** Whether they have chosen a language that the portal does not offer. */
  isWithheld: z.boolean(),
  portalZone: z.string(),
});
export type AccountRow = z.infer<typeof AccountRow>;

/** A person in this portal, with the portal's own language and time zone. */
export async function findAccount(db: Db, portalId: number, userId: number): Promise<AccountRow | null> {
  const { rows } = await typed(AccountRow)`
    select u.email, u.given_name as "givenName", u.family_name as "familyName", offered_locale(u.locale, p.settings) as locale,
      u.locale is not null and offered_locale(u.locale, p.settings) is null as "isWithheld", u.time_zone as "timeZone", u.theme, u.shortcuts,
      u.password_changed_at as "passwordChangedAt", m.joined_at as "joinedAt",
      p.name as "portalName", p.locale as "portalLocale", p.time_zone as "portalZone"
    from users u
    join portals p on p.id = ${portalId}
    left join memberships m on m.portal_id = p.id and m.user_id = u.id
    where u.id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

export interface UserChange {
  given_name?: string;
  family_name?: string;
  locale?: string | null;
  time_zone?: string | null;
  theme?: Theme;
  shortcuts?: boolean;
}

/** Updates the given fields of one person. */
export async function updateUser(db: Db, userId: number, change: UserChange): Promise<void> {
  await db.updateTable("users").set(change).where("id", "=", userId).execute();
}

/** A person's valid sessions in the portal, most recently used first. A session without a request for idleMinutes is invalid. */
export function listUserSessions(db: Db, portalId: number, userId: number, idleMinutes: number) {
  return db
    .selectFrom("sessions")
    .select(["id", "user_agent as userAgent", "ip", "created_at as createdAt", "last_seen_at as lastSeenAt"])
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("last_seen_at", ">", sql<Date>`now() - make_interval(mins => ${idleMinutes}::int)`)
    .orderBy("last_seen_at", "desc")
    .limit(200)
    .execute();
}

/** Ends sessions of a person in the portal: one, all but one, or all. Returns how many were ended. */
export async function deleteSessions(
  db: Db,
  portalId: number,
  userId: number,
  which: { id: number } | { except: number } | "all",
): Promise<number> {
  const { rows } = await sql`
    with ended as (
      delete from sessions where portal_id = ${portalId} and user_id = ${userId}
        ${which === "all" ? sql`` : "id" in which ? sql`and id = ${which.id}` : sql`and id <> ${which.except}`}
      returning portal_id, id),
    noted as (insert into ended_sessions (portal_id, session_id) select portal_id, id from ended)
    select id from ended`.execute(db);
  return rows.length;
}
