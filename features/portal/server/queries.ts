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
