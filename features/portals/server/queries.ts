import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import { PortalHost, portalStatuses, type PortalStatus, type PortalTerms, type portalsList } from "../contract.ts";

// What is asked here spans portals and runs as the system role.

/** When somebody last used the portal `p`. */
const lastActive = sql`greatest((select max(s.last_seen_at) from sessions s where s.portal_id = p.id),
  (select max(m.last_sign_in_at) from memberships m where m.portal_id = p.id))`;
/** The host names of the portal `p`, the primary first. */
const hosts = sql`(select coalesce(json_agg(h.host order by h.is_primary desc, h.host), '[]') from portal_hosts h where h.portal_id = p.id)`;

const orders: Record<string, RawBuilder<unknown>> = { name: sql`folded(name)`, people: sql`seats_taken(id)`, active: sql`active` };

/** All portals that a request of the list selects: words are looked for in name, short name and host names. */
export const portalsOf = (hereId: number, { q, status, sort }: ListRequest<typeof portalsList>): ListSql => ({
  with: sql`hits as (
    select p.id, p.name, p.status, ${lastActive} as active from portals p
    where (${status}::text is null or p.status = ${status})
      and (position(folded(${q}) in folded(p.name)) > 0 or position(lower(${q}) in p.slug) > 0
        or exists (select from portal_hosts h where h.portal_id = p.id and position(lower(${q}) in h.host) > 0))
  )`,
  order: orderBy(sort, orders, sql`id`),
  items: sql`select p.nth, p.id as "portalId", p.name, p.status, p.id = ${hereId} as "isHere", ${hosts} as hosts,
      p.active as "lastActiveAt" from shown p`,
  all: sql`(select count(*) from portals)`,
});

const PortalFound = z.object({
  portalId: z.int(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(portalStatuses),
  locale: z.string(),
  timeZone: z.string(),
  hosts: z.array(PortalHost),
  lastActiveAt: z.nullable(z.date()),
  openedAt: z.date(),
});

/** One portal; undefined for none. */
export const findPortal = async (db: Db, portalId: number) =>
  (
    await typed(PortalFound)`
      select p.id as "portalId", p.name, p.slug, p.status, p.locale, p.time_zone as "timeZone", ${lastActive} as "lastActiveAt", p.created_at as "openedAt",
        (select coalesce(json_agg(json_build_object('host', h.host, 'isPrimary', h.is_primary) order by h.is_primary desc, h.host), '[]')
          from portal_hosts h where h.portal_id = p.id) as hosts
      from portals p where p.id = ${portalId}`.execute(db)
  ).rows[0];

/** Holds a portal until the transaction ends, so that nobody else changes it or its hosts; undefined for none. */
export const lockPortal = (db: Db, portalId: number) =>
  db
    .selectFrom("portals")
    .select(["id", "name", "slug", "status", "locale", "time_zone as timeZone"])
    .where("id", "=", portalId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Breaks where another portal has the short name. */
export const updateTerms = (db: Db, portalId: number, { name, slug, locale, timeZone }: PortalTerms) =>
  db
    .updateTable("portals")
    .set({ name, slug, locale, time_zone: timeZone, revision: sql<number>`revision + 1` })
    .where("id", "=", portalId)
    .execute();

export const updateStatus = (db: Db, portalId: number, status: PortalStatus) =>
  db
    .updateTable("portals")
    .set({ status, revision: sql<number>`revision + 1` })
    .where("id", "=", portalId)
    .execute();

const Ended = z.object({ count: z.int() });
/** Ends all sessions in a portal, and what packages were given in them; gives how many there were. */
export const endSessions = async (db: Db, portalId: number): Promise<number> =>
  (
    await typed(Ended)`
      with ended as (delete from sessions where portal_id = ${portalId} returning portal_id, id),
        told as (insert into ended_sessions (portal_id, session_id) select portal_id, id from ended)
      select count(*)::int as count from ended`.execute(db)
  ).rows[0]?.count ?? 0;

/** The host names of a portal, the primary first. */
export const listHosts = async (db: Db, portalId: number): Promise<PortalHost[]> =>
  (
    await db
      .selectFrom("portal_hosts")
      .select(["host", "is_primary as isPrimary"])
      .where("portal_id", "=", portalId)
      .orderBy("is_primary", "desc")
      .orderBy("host")
      .execute()
  ).map((one) => ({ ...one }));

/** Gives a portal a host name; false where a portal has it already. Whoever gives it away at this moment is waited for. */
export const insertHost = async (db: Db, portalId: number, host: string, isPrimary = false): Promise<boolean> =>
  (await db
    .insertInto("portal_hosts")
    .values({ host, portal_id: portalId, is_primary: isPrimary })
    .onConflict((one) => one.column("host").doNothing())
    .returning("host")
    .executeTakeFirst()) !== undefined;

/** The portal that is registered at a host name; undefined for none. */
export const portalAtHost = async (db: Db, host: string): Promise<number | undefined> =>
  (await db.selectFrom("portal_hosts").select("portal_id").where("host", "=", host).executeTakeFirst())?.portal_id;

/** The portal of a short name; undefined for none. */
export const portalOfSlug = async (db: Db, slug: string): Promise<number | undefined> =>
  (await db.selectFrom("portals").select("id").where("slug", "=", slug).executeTakeFirst())?.id;

export const deleteHost = (db: Db, portalId: number, host: string) =>
  db.deleteFrom("portal_hosts").where("portal_id", "=", portalId).where("host", "=", host).execute();

/** Makes one of its host names the primary one. Two statements: no moment has two. */
export async function setPrimary(db: Db, portalId: number, host: string) {
  const all = db.updateTable("portal_hosts").where("portal_id", "=", portalId);
  await all.set({ is_primary: false }).where("is_primary", "=", true).execute();
  await all.set({ is_primary: true }).where("host", "=", host).execute();
}

/** The portals by name. */
export const listNames = (db: Db) =>
  db
    .selectFrom("portals")
    .select(["id as portalId", "name"])
    .orderBy(sql`folded(name)`)
    .orderBy("id")
    .execute();

/** Makes a portal; undefined where another one has its short name. */
export const insertPortal = async (db: Db, { name, slug, locale, timeZone }: PortalTerms): Promise<number | undefined> =>
  (
    await db
      .insertInto("portals")
      .values({ name, slug, locale, time_zone: timeZone })
      .onConflict((one) => one.column("slug").doNothing())
      .returning("id")
      .executeTakeFirst()
  )?.id;

const Setting = z.object({ value: z.unknown() });
/** What the installation tells everybody, as it is stored; locked where it is about to be changed. */
export const findTold = async (db: Db, isLocked = false): Promise<unknown> =>
  (
    await typed(Setting)`select value from system_settings where key = 'announcement' ${isLocked ? sql`for no key update` : sql``}`.execute(
      db,
    )
  ).rows[0]?.value;

/** Stores what the installation tells everybody; null for nothing. */
export const putTold = (db: Db, value: object | null) =>
  value === null
    ? sql`delete from system_settings where key = 'announcement'`.execute(db)
    : sql`insert into system_settings (key, value) values ('announcement', ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(db);
