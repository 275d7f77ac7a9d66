import { sql } from "kysely";
import * as z from "zod/mini";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { aboutPages, PageContent } from "../about-contract.ts";

/** Every portal, one row for each host name. */
export const listPortals = (db: Db) =>
  db
    .selectFrom("portal_hosts as h")
    .innerJoin("portals as p", "p.id", "h.portal_id")
    .innerJoin("portal_hosts as main", (join) => join.onRef("main.portal_id", "=", "p.id").on("main.is_primary", "=", true))
    .select([
      "h.host",
      "p.status",
      "p.id",
      "p.slug",
      "p.name",
      "p.colors",
      "p.settings",
      "p.announcements",
      "p.quick_links",
      "p.widgets",
      "p.group_looks",
      "p.logo_file",
      "p.mobile_logo_file",
      "p.favicon_file",
      "p.locale",
      "p.time_zone",
      "p.contact",
      "p.login_texts",
      "main.host as primary_host",
    ])
    .select(sql<unknown>`(select value from system_settings where key = 'announcement')`.as("system_announcement"))
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

const Receipt = z.object({ id: z.int(), readAt: z.date(), confirmedAt: z.nullable(z.date()) });

/** What a person has opened and confirmed of some announcements. */
export const listReceipts = async (db: Db, { portalId, userId }: Asker, ids: readonly number[]) =>
  (
    await typed(Receipt)`select announcement_id as id, read_at as "readAt", confirmed_at as "confirmedAt" from announcement_receipts
      where portal_id = ${portalId} and user_id = ${userId} and announcement_id = any(${[...ids]}::bigint[])`.execute(db)
  ).rows;

/** Keeps that a person has opened announcements. An earlier reading counts on, unless everybody is asked again since. */
export const upsertReceipts = (db: Db, { portalId, userId }: Asker, ids: readonly number[]) =>
  sql`insert into announcement_receipts (portal_id, announcement_id, user_id)
    select ${portalId}, id, ${userId} from unnest(${[...ids]}::bigint[]) id
    on conflict (portal_id, announcement_id, user_id) do update set read_at = now()
      where announcement_receipts.read_at < (select a.asked_at from announcements a where a.portal_id = ${portalId} and a.id = excluded.announcement_id)`.execute(
    db,
  );

const ConfirmedAt = z.object({ at: z.date() });

/** Keeps that a person confirms an announcement, and gives when they did: the first time since it is asked for. */
export const confirmReceipt = async (db: Db, { portalId, userId }: Asker, id: number, askedAt: Date): Promise<Date> =>
  oneRow(
    await typed(ConfirmedAt)`insert into announcement_receipts as r (portal_id, announcement_id, user_id, confirmed_at)
      values (${portalId}, ${id}, ${userId}, now())
      on conflict (portal_id, announcement_id, user_id) do update set
        read_at = case when r.read_at >= ${askedAt} then r.read_at else now() end,
        confirmed_at = case when r.confirmed_at >= ${askedAt} then r.confirmed_at else now() end
      returning confirmed_at as at`.execute(db),
  ).at;

const Page = z.object({ page: z.enum(aboutPages), content: PageContent });

/** What a portal has published of its public pages, the newest of each. */
export const listPages = async (db: Db, portalId: number) =>
  (
    await typed(Page)`select distinct on (page) page, content from portal_page_versions where portal_id = ${portalId}
      and page = any(${[...aboutPages]}::text[]) order by page, number desc`.execute(db)
  ).rows;
