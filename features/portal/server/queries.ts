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

/** Sets the current role of one session; false when it was that already. */
export async function updateActiveRole(db: Db, input: { portalId: number; sessionId: number; role: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ active_role: input.role })
    .where("portal_id", "=", input.portalId)
    .where("id", "=", input.sessionId)
    .where("active_role", "!=", input.role)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
