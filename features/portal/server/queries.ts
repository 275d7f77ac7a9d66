import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Every active portal, one row for each host name. */
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
      "p.favicon_file",
      "p.locale",
      "p.time_zone",
      "p.contact",
      "main.host as primary_host",
    ])
    .select(sql<string>`coalesce((select value ->> 'html' from system_settings where key = 'announcement'), '')`.as("system_announcement"))
    .where("p.status", "=", "active")
    .execute();
export type PortalRow = Awaited<ReturnType<typeof listPortals>>[number];

/** Sets the current role of one session, in which the person's next session in this portal starts too; false when it is unchanged. */
export async function updateActiveRole(
  db: Db,
  input: { portalId: number; sessionId: number; userId: number; role: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with changed as (
      update sessions set active_role = ${input.role}
      where portal_id = ${input.portalId} and id = ${input.sessionId} and active_role <> ${input.role}
      returning 1
    )
    insert into last_roles (portal_id, user_id, role) select ${input.portalId}, ${input.userId}, ${input.role} from changed
    on conflict (portal_id, user_id) do update set role = excluded.role`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The fingerprint of the announcement that a person has read last; undefined when they have read none. */
export const findAnnouncementRead = (db: Db, { portalId, userId }: { portalId: number; userId: number }) =>
  db
    .selectFrom("announcement_reads")
    .select("fingerprint")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** Keeps which announcement a person has read. */
export const upsertAnnouncementRead = (
  db: Db,
  { portalId, userId, fingerprint }: { portalId: number; userId: number; fingerprint: string },
) =>
  db
    .insertInto("announcement_reads")
    .values({ portal_id: portalId, user_id: userId, fingerprint })
    .onConflict((conflict) => conflict.columns(["portal_id", "user_id"]).doUpdateSet({ fingerprint, read_at: new Date() }))
    .execute();
