import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { quickLinkIcons, type QuickLinkIcon } from "#features/portal/quick-link-icons.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { languages, type Language } from "#platform/languages.ts";
import { linkProblems, quickLinkStates, restoreDays, type LinkProblem } from "../contract.ts";

const Stored = z.object({
  id: z.int(),
  titles: z.object({ en: z.nullable(z.string()), de: z.nullable(z.string()) }),
  address: z.string(),
  signed: z.boolean(),
  secretMadeAt: z.nullable(z.date()),
  icon: z.enum(quickLinkIcons),
  newTab: z.boolean(),
  audience: z.nullable(jsonOf<Condition>()),
  language: z.nullable(z.enum(languages)),
  startsAt: z.nullable(z.date()),
  endsAt: z.nullable(z.date()),
  timeZone: z.string(),
  state: z.enum(quickLinkStates),
  revision: z.int(),
  isDeleted: z.boolean(),
  clicks: z.int(),
  checkedAt: z.nullable(z.date()),
  problem: z.nullable(z.enum(linkProblems)),
  status: z.nullable(z.int()),
  failures: z.nullable(z.int()),
  failingSince: z.nullable(z.date()),
});
export type StoredLink = z.infer<typeof Stored>;

/** Days for which clicks are shown, and then forgotten. */
const clickDays = 30;

const columns = sql`l.id, l.titles, l.address, l.is_signed as signed, s.made_at as "secretMadeAt", l.icon, l.opens_new_tab as "newTab", l.audience, l.language,
  l.starts_at as "startsAt", l.ends_at as "endsAt", l.time_zone as "timeZone",
  case when l.ends_at <= now() then 'over' when l.starts_at > now() then 'scheduled' else 'shown' end as state,
  l.revision, l.deleted_at is not null as "isDeleted",
  coalesce((select sum(c.clicks) from quick_link_clicks c
    where c.portal_id = l.portal_id and c.link_id = l.id and c.day > (now() at time zone 'utc')::date - ${clickDays}::int), 0)::int as clicks,
  k.checked_at as "checkedAt", k.problem, k.status, k.failures, k.failing_since as "failingSince"`;
/** A check of another address than the link has now says nothing about it. */
const source = sql`quick_links l left join quick_link_checks k on k.portal_id = l.portal_id and k.link_id = l.id and k.address = l.address
  left join quick_link_secrets s on s.portal_id = l.portal_id and s.link_id = l.id`;

/** The quick links of a portal in their order. */
export const listLinks = async (db: Db, portalId: number): Promise<StoredLink[]> =>
  (
    await typed(Stored)`select ${columns} from ${source} where l.portal_id = ${portalId} and l.deleted_at is null
      order by l.position, l.id`.execute(db)
  ).rows;

/** One, or a deleted one as long as it can be brought back. */
export const findLink = async (db: Db, portalId: number, id: number): Promise<StoredLink | undefined> =>
  (
    await typed(Stored)`select ${columns} from ${source} where l.portal_id = ${portalId} and l.id = ${id}
      and (l.deleted_at is null or l.deleted_at > now() - make_interval(days => ${restoreDays}))`.execute(db)
  ).rows[0];

export interface LinkColumns {
  readonly titles: string;
  readonly address: string;
  readonly is_signed: boolean;
  readonly icon: QuickLinkIcon;
  readonly opens_new_tab: boolean;
  readonly audience: string | null;
  readonly language: Language | null;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly time_zone: string;
}

/** Adds one behind all others. */
export const insertLink = async (db: Db, portalId: number, link: LinkColumns): Promise<number> =>
  (
    await db
      .insertInto("quick_links")
      .values({
        portal_id: portalId,
        ...link,
        position: sql`(select coalesce(max(position), 0) + 1 from quick_links where portal_id = ${portalId})`,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Writes a change, and counts the revision on. */
export const updateLink = (db: Db, portalId: number, id: number, { isDeleted, ...link }: Partial<LinkColumns> & { isDeleted?: boolean }) =>
  db
    .updateTable("quick_links")
    .set({
      ...link,
      ...(isDeleted !== undefined && { deleted_at: isDeleted ? sql`now()` : null }),
      changed_at: sql`now()`,
      revision: sql`revision + 1`,
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Numbers the links of a portal in the order of these ids, the others behind them as they were. Deleted ones keep their numbers. */
export const orderLinks = (db: Db, portalId: number, ids: readonly number[]) =>
  sql`update quick_links l set position = o.nth
    from (select k.id, row_number() over (order by array_position(${[...ids]}::bigint[], k.id), k.position, k.id) as nth
      from quick_links k where k.portal_id = ${portalId} and k.deleted_at is null) o
    where l.portal_id = ${portalId} and l.id = o.id and l.position <> o.nth`.execute(db);

/** Counts one more click of a link on this day; as many at the same time as there are. */
export const addClick = (db: Db, portalId: number, linkId: number) =>
  db
    .insertInto("quick_link_clicks")
    .values({ portal_id: portalId, link_id: linkId, clicks: 1 })
    .onConflict((conflict) => conflict.columns(["portal_id", "link_id", "day"]).doUpdateSet({ clicks: sql`quick_link_clicks.clicks + 1` }))
    .execute();

/** Removes the clicks of days that are shown no more, in all portals. */
export const forgetClicks = (db: Db) =>
  db
    .deleteFrom("quick_link_clicks")
    .where(sql<boolean>`day <= (now() at time zone 'utc')::date - ${clickDays}::int`)
    .execute();

/** Whether people of a portal can open a course. */
export const isPublished = async (db: Db, portalId: number, courseId: number): Promise<boolean> =>
  (await db
    .selectFrom("courses")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .where("status", "=", "published")
    .executeTakeFirst()) !== undefined;

const Due = z.object({ portalId: z.int(), id: z.int(), address: z.string(), signed: z.boolean() });
export type DueLink = z.infer<typeof Due>;

/** Links of all portals to check now, those that were never checked first. After one failure a link is asked again on the next day. */
export const listDue = async (db: Db, most: number): Promise<DueLink[]> =>
  (
    await typed(Due)`select l.portal_id as "portalId", l.id, l.address, l.is_signed as signed from ${source}
      where l.deleted_at is null and (l.ends_at is null or l.ends_at > now()) and l.address ~ '^(https?://|/v(/|$))'
        and (k.checked_at is null or k.checked_at < now() - interval '7 days' or (k.failures = 1 and k.checked_at < now() - interval '1 day'))
      order by k.checked_at nulls first, l.portal_id, l.id limit ${most}`.execute(db)
  ).rows;

/** Writes down what a check found, unless the link leads elsewhere meanwhile. */
export const writeCheck = (
  db: Db,
  { portalId, id, address }: DueLink,
  { problem, status }: { readonly problem: LinkProblem | null; readonly status: number | null },
) => {
  const failed = problem === null || problem === "inner" ? 0 : 1;
  return sql`insert into quick_link_checks as k (portal_id, link_id, address, problem, status, failures, failing_since)
    select l.portal_id, l.id, l.address, ${problem}, ${status}::int, ${failed}::int, case when ${failed}::int = 1 then now() end
    from quick_links l where l.portal_id = ${portalId} and l.id = ${id} and l.address = ${address}
    on conflict (portal_id, link_id) do update set address = excluded.address, checked_at = now(), problem = excluded.problem, status = excluded.status,
      failures = case when excluded.failures = 1 and k.address = excluded.address then k.failures + 1 else excluded.failures end,
      failing_since = case when excluded.failures = 1 and k.address = excluded.address then coalesce(k.failing_since, now()) else excluded.failing_since end`.execute(
    db,
  );
};

/** Keeps a new secret of a link in place of the one that it has, if any. */
export const writeSecret = (db: Db, portalId: number, linkId: number, sealed: Buffer) =>
  db
    .insertInto("quick_link_secrets")
    .values({ portal_id: portalId, link_id: linkId, sealed })
    .onConflict((conflict) => conflict.columns(["portal_id", "link_id"]).doUpdateSet({ sealed, made_at: sql`now()` }))
    .execute();

export const deleteSecret = (db: Db, portalId: number, linkId: number) =>
  db.deleteFrom("quick_link_secrets").where("portal_id", "=", portalId).where("link_id", "=", linkId).execute();

/** Removes the secrets of links that cannot be brought back any more, in all portals. */
export const forgetSecrets = (db: Db) =>
  sql`delete from quick_link_secrets s using quick_links l
    where l.portal_id = s.portal_id and l.id = s.link_id and l.deleted_at < now() - make_interval(days => ${restoreDays})`.execute(db);

/** Where a signed link leads, and its secret as it is kept. As stoa_people. */
export const findSigned = (db: Db, portalId: number, id: number) =>
  db
    .selectFrom("quick_links as l")
    .innerJoin("quick_link_secrets as s", (on) => on.onRef("s.portal_id", "=", "l.portal_id").onRef("s.link_id", "=", "l.id"))
    .select(["l.address", "s.sealed"])
    .where("l.portal_id", "=", portalId)
    .where("l.id", "=", id)
    .where("l.is_signed", "=", true)
    .where("l.deleted_at", "is", null)
    .executeTakeFirst();

/** What another system calls somebody in a portal; null where nothing is entered. */
export const findExternalId = async (db: Db, { portalId, userId }: Asker): Promise<string | null> =>
  (
    await db
      .selectFrom("memberships")
      .select("external_id")
      .where("portal_id", "=", portalId)
      .where("user_id", "=", userId)
      .executeTakeFirst()
  )?.external_id ?? null;

/** Makes others wait who change what a portal shows. */
export const lockPortal = (db: Db, portalId: number) => sql`select from portals where id = ${portalId} for update`.execute(db);

const Count = z.object({ count: z.int() });
/** Writes the links into the row of the portal, which every request knows, in their order; gives how many. As stoa_people. */
export async function showInPortal(db: Db, portalId: number): Promise<number> {
  const millis = (column: RawBuilder<unknown>) => sql`floor(extract(epoch from ${column}) * 1000)::bigint`;
  const { rows } = await typed(Count)`
    with shown as (
      select l.position, l.id, jsonb_build_object('id', l.id, 'titles', l.titles, 'address', l.address, 'signed', l.is_signed, 'icon', l.icon, 'newTab', l.opens_new_tab,
        'audience', l.audience, 'language', l.language, 'startsAt', ${millis(sql`l.starts_at`)}, 'endsAt', ${millis(sql`l.ends_at`)}) as one
      from quick_links l where l.portal_id = ${portalId} and l.deleted_at is null)
    update portals set quick_links = (select coalesce(jsonb_agg(one order by position, id), '[]') from shown) where id = ${portalId}
    returning jsonb_array_length(quick_links) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
