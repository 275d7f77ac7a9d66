import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { compile, peopleWhoFit, type Place } from "#features/conditions/server/service.ts";
import type { Search } from "#features/people/server/service.ts";
import { Presence } from "#features/portal/announcements-contract.ts";
import { AnnouncementTexts } from "#features/portal/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { Language } from "#platform/languages.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { LargeListSql } from "#platform/list/server/large-page.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import { AnnouncementRow, AnnouncementState, restoreDays, type answers, type announcementList, type reportList } from "../contract.ts";

const personName = (user: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${user}.given_name`)} || ' ' || ${sql.ref(`${user}.family_name`)}), ''), ${sql.ref(`${user}.email`)})`;
const stateOf = sql`case when a.deleted_at is not null then 'deleted' when a.status = 'draft' then 'draft' when a.ends_at <= now() then 'over'
  when a.starts_at > now() then 'scheduled' else 'shown' end`;
const isKept = sql`(a.deleted_at is null or a.deleted_at > now() - make_interval(days => ${restoreDays}))`;

const Stored = z.object({
  id: z.int(),
  texts: AnnouncementTexts,
  audience: z.nullable(jsonOf<Condition>()),
  startsAt: z.nullable(z.date()),
  endsAt: z.nullable(z.date()),
  timeZone: z.string(),
  mustRead: z.boolean(),
  blocks: z.boolean(),
  remindDays: z.nullable(z.int()),
  isPinned: z.boolean(),
  isImportant: z.boolean(),
  presence: Presence,
  byMail: z.boolean(),
  toldAt: z.nullable(z.date()),
  remindedAt: z.nullable(z.date()),
  state: AnnouncementState,
  isPublished: z.boolean(),
  askedAt: z.nullable(z.date()),
  changedAt: z.date(),
  revision: z.int(),
  madeBy: z.nullable(z.string()),
});
export type StoredAnnouncement = z.infer<typeof Stored>;

/** One announcement, or a deleted one as long as it can be brought back. lock: nobody else changes it then. */
export const findAnnouncement = async (
  db: Db,
  portalId: number,
  id: number,
  { lock = false } = {},
): Promise<StoredAnnouncement | undefined> =>
  (
    await typed(Stored)`
      select a.id, a.texts, a.audience, a.starts_at as "startsAt", a.ends_at as "endsAt", a.time_zone as "timeZone", a.must_read as "mustRead",
        a.blocks, a.remind_days as "remindDays", a.is_pinned as "isPinned", a.is_important as "isImportant", a.presence, a.by_mail as "byMail",
        case when a.told_at >= a.asked_at then a.told_at end as "toldAt", case when a.reminded_at >= a.asked_at then a.reminded_at end as "remindedAt",
        ${stateOf} as state, a.status = 'published' as "isPublished", a.asked_at as "askedAt", a.changed_at as "changedAt", a.revision,
        (select ${personName("u")} from users u where u.id = a.made_by) as "madeBy"
      from announcements a where a.portal_id = ${portalId} and a.id = ${id} and ${isKept} ${lock ? sql`for update` : sql``}`.execute(db)
  ).rows[0];

/** An announcement in the list as it is read, before its audience has a name. */
export const StoredRow = z.extend(z.omit(AnnouncementRow, { forWhom: true }), { audience: z.nullable(jsonOf<Condition>()) });

const Named = z.object({ kind: z.enum(["group", "course"]), id: z.int(), name: z.string(), isDraft: z.boolean() });
/** The names of some groups and courses of a portal, of deleted ones none. */
export const namesOf = async (db: Db, portalId: number, { groupIds, courseIds }: Record<"groupIds" | "courseIds", readonly number[]>) =>
  (
    await typed(Named)`
      select 'group' as kind, id, name, false as "isDraft" from groups where portal_id = ${portalId} and status = 'active' and id = any(${groupIds}::bigint[])
      union all
      select 'course', id, title, status = 'draft' from courses where portal_id = ${portalId} and id = any(${courseIds}::bigint[])`.execute(
      db,
    )
  ).rows;

/** The announcements of a portal. */
export function announcementsOf(
  portalId: number,
  { q, state, sort }: Omit<ListRequest<typeof announcementList>, "page">,
  language: Language,
): ListSql {
  const title = sql`coalesce(a.texts -> ${language}::text ->> 'title', a.texts -> 'en' ->> 'title', a.texts -> 'de' ->> 'title')`;
  const titles = sql`concat_ws(' ', a.texts -> 'en' ->> 'title', a.texts -> 'de' ->> 'title')`;
  const valid = (column: RawBuilder<unknown>) => sql`(select count(*)::int from announcement_receipts r
    where r.portal_id = ${portalId} and r.announcement_id = s.id and ${column} >= a.asked_at)`;
  return {
    with: sql`
      every as (select a.*, ${stateOf} as state from announcements a where a.portal_id = ${portalId} and ${isKept}),
      hits as (select a.id, a.changed_at, a.starts_at, a.state, ${title} as title from every a
        where ${state === null ? sql`a.state <> 'deleted'` : sql`a.state = ${state}`} and position(${q.toLowerCase()} in lower(${titles})) > 0)`,
    order: orderBy(sort, { changed: sql`changed_at`, starts: sql`starts_at` }, sql`id`),
    items: sql`select s.nth, s.id, s.title, s.state,
        (select jsonb_agg(l.key order by l.key desc) from jsonb_each(a.texts) l where jsonb_typeof(l.value) = 'object') as languages,
        a.must_read as "mustRead", a.is_pinned as "isPinned", a.is_important as "isImportant", a.audience, a.starts_at as "startsAt", a.ends_at as "endsAt", a.time_zone as "timeZone",
        ${valid(sql`r.read_at`)} as read, ${valid(sql`r.confirmed_at`)} as confirmed, a.changed_at as "changedAt",
        (select ${personName("u")} from users u where u.id = a.made_by) as "madeBy"
      from shown s join announcements a on a.portal_id = ${portalId} and a.id = s.id`,
    all: sql`(select count(*) from every where state <> 'deleted')`,
  };
}

type Asked = Pick<ListRequest<typeof reportList>, "answer" | "sort">;
type Meant = Pick<StoredAnnouncement, "id" | "audience" | "askedAt">;

/** What each answer has of the two moments. */
const has = {
  confirmed: { read: true, confirmed: true },
  read: { read: true, confirmed: false },
  open: { read: false, confirmed: false },
} as const satisfies Record<(typeof answers)[number], Record<"read" | "confirmed", boolean>>;

const orders = { up: sql`u.name_key, u.id`, down: sql`u.name_key desc, u.id desc` };
/** By when somebody did something, along an index of the receipts. */
const timeOrders = {
  read: { up: sql`r.read_at, r.user_id`, down: sql`r.read_at desc, r.user_id desc` },
  confirmed: { up: sql`r.confirmed_at, r.user_id`, down: sql`r.confirmed_at desc, r.user_id desc` },
};

/** From so many people on, whether somebody is meant is asked of those along the way to a page; of fewer, it is known before. */
const manyReaders = 2_000;

/**
 * Who is meant by an announcement and whom somebody reaches, with their answers since it is asked for: their user u, membership m and receipt r. Whoever answered
 * stays in it. Ordered by an answer, those who have none come behind, whichever way. isCrowded: of a portal in which looking at everybody takes long. people: how
 * many are in the report, where that is known.
 */
export function readersOf(
  scope: PeopleScope,
  { id, audience, askedAt }: Meant,
  place: Place,
  search: Search,
  { answer, sort, isCrowded, people = 0 }: Asked & { readonly isCrowded: boolean; readonly people?: number },
): LargeListSql {
  const asked = sql`${askedAt}::timestamptz`;
  const did = { read: sql`r.read_at >= ${asked}`, confirmed: sql`r.confirmed_at >= ${asked}` };
  const didNot = { read: sql`r.user_id is null`, confirmed: sql`(r.confirmed_at >= ${asked}) is not true` };
  const parts = [
    sql`m.portal_id = ${scope.portalId}`,
    sql`m.status = 'active'`,
    sql`u.kind = 'person'`,
    sql`not u.is_system_admin`,
    inScope(scope, sql`m.user_id`),
    ...(search.sql ? [search.sql] : []),
    ...(answer ? (["read", "confirmed"] as const).map((one) => (has[answer][one] ? did : didNot)[one]) : []),
  ];
  const receipts = sql`announcement_receipts r`;
  const ofReceipt = sql`r.portal_id = ${scope.portalId} and r.announcement_id = ${id} and r.read_at >= ${asked}`;
  const tables = sql`users u join memberships m on m.user_id = u.id left join ${receipts} on ${ofReceipt} and r.user_id = m.user_id`;
  const all = (more: readonly RawBuilder<unknown>[]) => sql.join([...parts, ...more], sql` and `);
  /** The rows of which something more is true. have: whether all of them have opened it; null for either. */
  const rows = (have: boolean | null, ...more: RawBuilder<unknown>[]): Pick<LargeListSql, "from" | "counts"> => {
    if (!audience || have) return { from: sql`${tables} where ${all(more)}` };
    const fits = peopleWhoFit(audience, place);
    const meant = have === false ? fits : sql`${fits} union all select r.user_id from ${receipts} where ${ofReceipt}`;
    const counts = sql`${tables} where ${all([...more, sql`m.user_id in (${meant})`])}`;
    if (people < manyReaders) return { from: counts };
    // Offset 0 keeps the planner from reading everybody who fits before the first row.
    const along = sql`cross join lateral (select ${compile(audience, place)} as is_meant offset 0) a`;
    const from = sql`${tables} ${along} where ${all([...more, have === false ? sql`a.is_meant` : sql`(r.user_id is not null or a.is_meant)`])}`;
    // A search leaves few.
    return search.sql ? { from } : { counts, from };
  };
  const list = {
    // Each page shows how many have answered: counting them again would cost more than the page.
    remembersFrom: audience && isCrowded ? 0 : manyReaders,
    keys: sql`m.user_id as id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email,
      r.read_at, case when ${did.confirmed} then r.confirmed_at end as confirmed_at`,
    items: sql`select nth, id, name, email, read_at as "readAt", confirmed_at as "confirmedAt" from shown`,
  };
  const way = sort.startsWith("-") ? "down" : "up";
  const by = sort.replace(/^-/, "") as "name" | "read" | "confirmed";
  const ofAnswer = answer && has[answer].read;
  if (by === "name") return { ...list, ...rows(ofAnswer), order: orders[way] };
  const first = { ...rows(true, did[by]), order: timeOrders[by][way] };
  const rest = { ...rows(by === "read" ? false : ofAnswer, didNot[by]), order: sql`m.user_id` };
  if (answer) return { ...list, ...(has[answer][by] ? first : rest) };
  return { ...list, ...first, behind: rest };
}

export interface NewTerms {
  readonly texts: string;
  readonly audience: string | null;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly time_zone: string;
  readonly must_read: boolean;
  readonly blocks: boolean;
  readonly remind_days: number | null;
  readonly is_pinned: boolean;
  readonly is_important: boolean;
  readonly presence: Presence;
  readonly by_mail: boolean;
}

export const insertAnnouncement = async (db: Db, portalId: number, userId: number, terms: NewTerms): Promise<number> =>
  (
    await db
      .insertInto("announcements")
      .values({ portal_id: portalId, made_by: userId, ...terms })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** What changes in an announcement. asks: everybody is asked from now on. */
export interface Change extends Partial<NewTerms> {
  readonly status?: "draft" | "published";
  readonly asks?: true;
  readonly isDeleted?: boolean;
}

/** Writes a change, and counts the revision on. */
export const updateAnnouncement = (db: Db, portalId: number, id: number, { asks, isDeleted, ...columns }: Change) =>
  db
    .updateTable("announcements")
    .set({
      ...columns,
      // In milliseconds, as the portal's row has it.
      ...(asks && { asked_at: sql`date_trunc('milliseconds', clock_timestamp())` }),
      ...(isDeleted !== undefined && { deleted_at: isDeleted ? sql`now()` : null }),
      changed_at: sql`now()`,
      revision: sql`revision + 1`,
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Asks for a reminder, unless one went out or was asked for in so many hours since everybody was asked. Gives whether it did. */
export const askForReminder = async (db: Db, portalId: number, id: number, hours: number): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update announcements set remind_asked_at = clock_timestamp() where portal_id = ${portalId} and id = ${id}
    and coalesce(greatest(reminded_at, remind_asked_at) < greatest(asked_at, now() - make_interval(hours => ${hours}::int)), true)`.execute(
      db,
    );
  return numAffectedRows === 1n;
};

/** Makes others wait who change what a portal shows. */
export const lockPortal = (db: Db, portalId: number) => sql`select from portals where id = ${portalId} for no key update`.execute(db);

const Count = z.object({ count: z.int() });
/** Writes what is shown now or later into the row of the portal, which every request knows, in the order in which people see it; gives how many. As stoa_people. */
export async function showInPortal(db: Db, portalId: number): Promise<number> {
  const millis = (column: RawBuilder<unknown>) => sql`floor(extract(epoch from ${column}) * 1000)::bigint`;
  const { rows } = await typed(Count)`
    with shown as (
      select coalesce(a.starts_at, a.asked_at) as at, a.id, a.is_pinned, a.is_important, jsonb_build_object('id', a.id, 'askedAt', ${millis(sql`a.asked_at`)}, 'texts', a.texts, 'audience', a.audience,
        'startsAt', ${millis(sql`a.starts_at`)}, 'endsAt', ${millis(sql`a.ends_at`)}, 'mustRead', a.must_read, 'blocks', a.blocks,
        'isImportant', a.is_important, 'presence', a.presence) as one
      from announcements a
      where a.portal_id = ${portalId} and a.deleted_at is null and a.status = 'published' and (a.ends_at is null or a.ends_at > now()))
    update portals set announcements = (select coalesce(jsonb_agg(one order by is_pinned desc, is_important desc, at desc, id desc), '[]') from shown) where id = ${portalId}
    returning jsonb_array_length(announcements) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
