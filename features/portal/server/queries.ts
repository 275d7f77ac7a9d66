import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Every active portal, one row a host name. */
export const listPortals = (db: Db) =>
  db
    .selectFrom("portal_hosts as h")
    .innerJoin("portals as p", "p.id", "h.portal_id")
    .innerJoin("portal_hosts as main", (join) => join.onRef("main.portal_id", "=", "p.id").on("main.is_primary", "=", true))
    .select([
      "h.host",
      "p.id",
      "p.name",
      "p.colors",
      "p.settings",
      "p.announcement_html",
      "p.logo_file",
      "p.mobile_logo_file",
      "p.locale",
      "p.time_zone",
      "p.contact",
      "main.host as primary_host",
    ])
    .select(sql<string>`coalesce((select value ->> 'html' from system_settings where key = 'announcement'), '')`.as("system_announcement"))
    .where("p.status", "=", "active")
    .execute();
export type PortalRow = Awaited<ReturnType<typeof listPortals>>[number];

/** Sets the current role of one session and notes it, when it differs from what it was. */
export const updateActiveRole = (
  db: Db,
  input: { portalId: number; sessionId: number; userId: number; role: string; ip: string; requestId: string },
) =>
  db
    .with("changed", (q) =>
      q
        .updateTable("sessions")
        .set({ active_role: input.role })
        .where("portal_id", "=", input.portalId)
        .where("id", "=", input.sessionId)
        .where("active_role", "!=", input.role)
        .returning("id"),
    )
    .insertInto("audit_events")
    .columns(["portal_id", "actor_id", "action", "subject", "ip", "request_id"])
    .expression((q) =>
      q
        .selectFrom("changed")
        .select([
          sql<number>`${input.portalId}::bigint`.as("portal_id"),
          sql<number>`${input.userId}::bigint`.as("actor_id"),
          sql<string>`'role_changed'`.as("action"),
          sql<string>`${input.role}::text`.as("subject"),
          sql<string>`${input.ip}::text`.as("ip"),
          sql<string>`${input.requestId}::text`.as("request_id"),
        ]),
    )
    .execute();

/** The host of a portal the person is an active member of (system admins: of any active portal); nothing otherwise. Run as the system role. */
export const findSwitchTarget = (db: Db, input: { portalId: number; userId: number; isSystemAdmin: boolean }) =>
  db
    .selectFrom("portals as p")
    .innerJoin("portal_hosts as h", (join) => join.onRef("h.portal_id", "=", "p.id").on("h.is_primary", "=", true))
    .leftJoin("memberships as m", (join) => join.onRef("m.portal_id", "=", "p.id").on("m.user_id", "=", input.userId))
    .select("h.host")
    .where("p.id", "=", input.portalId)
    .where("p.status", "=", "active")
    .where((e) => e.or([e("m.status", "=", "active"), e.and([e.lit(input.isSystemAdmin), e("m.status", "is", null)])]))
    .executeTakeFirst();

/** Keeps the hash of a hand-over token for 60 s, with whose it is, where it comes from and where it leads. */
export const insertHandover = (
  db: Db,
  row: { portal_id: number; token_hash: Buffer; user_id: number; source_portal_id: number; source_origin: string; return_path: string },
) =>
  db
    .insertInto("handover_tokens")
    .values({ ...row, expires_at: sql<Date>`now() + interval '60 seconds'` })
    .execute();

/** Takes a hand-over token out of the table: it can be used once, in its own portal, within its 60 s, from the page it was made for. */
export const takeHandover = (db: Db, input: { tokenHash: Buffer; sourceOrigin: string }) =>
  db
    .deleteFrom("handover_tokens")
    .where("portal_id", "=", sql<number>`current_setting('app.portal_id')::bigint`)
    .where("token_hash", "=", input.tokenHash)
    .where("source_origin", "=", input.sourceOrigin)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "return_path as returnPath"])
    .executeTakeFirst();

/** Whether a person may enter the portal the handle is scoped to: an active member, or a system admin without a membership. */
export const mayEnter = async (db: Db, userId: number) =>
  (await db
    .selectFrom("users as u")
    .leftJoin("memberships as m", (join) => join.onRef("m.user_id", "=", "u.id"))
    .select("u.id")
    .where("u.id", "=", userId)
    .where("u.kind", "=", "person")
    .where((e) => e.or([e("m.status", "=", "active"), e.and([e("m.status", "is", null), e("u.is_system_admin", "=", true)])]))
    .executeTakeFirst()) !== undefined;
