import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { peopleWhoFit } from "#features/conditions/server/service.ts";
import type { AnyEvent } from "#features/notifications/event.ts";
import { announced } from "#features/notifications/events/announced/announced.ts";
import { announcementOpen } from "#features/notifications/events/announcement_open/announcement-open.ts";
import { announcementLines, AnnouncementTexts } from "#features/portal/server/service.ts";
import { placeOf } from "#features/roles/server/service.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { Log } from "#platform/log.ts";

// Announcements by bell and mail (ANN-1, ANN-2): to those for whom one is when it begins, and as a reminder to whoever has not confirmed it. People get what is written
// for their language; whether a mail leaves at once is theirs to choose (features/mail).

const Due = z.object({
  portalId: z.int(),
  id: z.int(),
  zone: z.string(),
  texts: AnnouncementTexts,
  audience: z.nullable(jsonOf<Condition>()),
  /** Which asking this is, and which reminder. */
  asked: z.string(),
  reminder: z.string(),
  isToTell: z.boolean(),
  isToRemind: z.boolean(),
});
type Due = z.infer<typeof Due>;

const isToTell = sql`(a.by_mail and (a.told_at >= a.asked_at) is not true)`;
/** When somebody is reminded without anybody asking for it. */
const remindAt = sql`(greatest(a.asked_at, a.starts_at) + make_interval(days => a.remind_days))`;
/** By hand, or once after the days that were chosen; what was asked for before everybody was asked anew counts no more. */
const isAskedByHand = sql`((a.remind_asked_at >= a.asked_at and a.remind_asked_at > coalesce(a.reminded_at, '-infinity')) is true)`;
const isToRemind = sql`(a.must_read and (${isAskedByHand} or (${remindAt} <= now() and (a.reminded_at >= ${remindAt}) is not true)))`;
const written = (moment: RawBuilder<unknown>) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const dueOf = async (db: Db, one?: Pick<Due, "portalId" | "id">): Promise<Due[]> =>
  (
    await typed(Due)`
      select a.portal_id as "portalId", a.id, o.time_zone as zone, a.texts, a.audience, ${written(sql`a.asked_at`)} as asked,
        case when ${isAskedByHand} then ${written(sql`a.remind_asked_at`)} else 'days' end as reminder,
        coalesce(${isToTell}, false) as "isToTell", coalesce(${isToRemind}, false) as "isToRemind"
      from announcements a join portals o on o.id = a.portal_id and o.status = 'active'
      where a.status = 'published' and a.deleted_at is null and (a.by_mail or a.must_read) and (${isToTell} or ${isToRemind})
        and coalesce(a.starts_at <= now(), true) and coalesce(a.ends_at > now(), true)
        ${one ? sql`and a.portal_id = ${one.portalId} and a.id = ${one.id}` : sql`order by a.portal_id, a.id`}`.execute(db)
  ).rows;

interface Deps {
  readonly databases: Databases;
  readonly log: Pick<Log, "error">;
}

/**
 * Tells people of announcements that have begun, and reminds them of what they have not confirmed. Each in a transaction of its own, which also notes that it was done;
 * what was told is never told again, so a worker that stops does nothing twice. One that fails stops no other. For the worker; gives how many people were told or reminded.
 */
export async function tellOfAnnouncements({ databases, log }: Deps): Promise<number> {
  const due = await databases.readSystem("announcements to tell of", (db) => dueOf(db));
  let people = 0;
  for (const found of due)
    try {
      people += await databases.inSystemUntimed("tell of an announcement", (db) => tellOf(db, found));
    } catch (error) {
      // The next minute tries again.
      log.error(
        { part: "announcements", err: error, portalId: found.portalId, announcementId: found.id },
        "Nobody was told of an announcement.",
      );
    }
  return people;
}

const Ours = z.object({ isOurs: z.boolean() });

async function tellOf(db: Db, { portalId, id }: Pick<Due, "portalId" | "id">): Promise<number> {
  // Another worker may be at it. The row is not locked: whoever changes the announcement meanwhile does not wait until thousands were told.
  const { isOurs } = oneRow(
    await typed(Ours)`select pg_try_advisory_xact_lock(hashtextextended('tell of an announcement', ${id})) as "isOurs"`.execute(db),
  );
  const [one] = isOurs ? await dueOf(db, { portalId, id }) : [];
  if (!one) return 0;
  const { audience, asked, reminder } = one;
  const isMeant = audience
    ? sql`m.user_id in (${peopleWhoFit(audience, await placeOf(db, { id: portalId, timeZone: one.zone }, [audience]))})`
    : sql`not u.is_system_admin`;
  let people = 0;
  if (one.isToTell) {
    people += await tell(db, announced, one, asked, isMeant);
    // Asked anew meanwhile, everybody is told anew, too.
    await sql`update announcements a set told_at = clock_timestamp()
      where a.portal_id = ${portalId} and a.id = ${id} and ${written(sql`a.asked_at`)} = ${asked}`.execute(db);
  }
  if (one.isToRemind) {
    const isOpen = sql`not exists (select from announcement_receipts r join announcements a on a.portal_id = r.portal_id and a.id = r.announcement_id
      where r.portal_id = m.portal_id and r.announcement_id = ${id} and r.user_id = m.user_id and r.confirmed_at >= a.asked_at)`;
    people += await tell(db, announcementOpen, one, `${asked}:${reminder}`, sql`${isMeant} and ${isOpen}`);
    await sql`update announcements a set reminded_at = clock_timestamp() where a.portal_id = ${portalId} and a.id = ${id} and ${written(sql`a.asked_at`)} = ${asked}
      and (${reminder} = 'days' or ${written(sql`a.remind_asked_at`)} = ${reminder})`.execute(db);
  }
  return people;
}

/** Tells people of an announcement, by an SQL condition on their user u and membership m; once for each occurrence. Gives how many were told. */
async function tell(
  db: Db,
  event: Pick<AnyEvent, "name">,
  { id, portalId, texts }: Due,
  occurrence: string,
  who: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notifications (portal_id, event, subject, user_id, occurrence, variables)
    select m.portal_id, ${event.name}, ${`announcement:${id}`}, m.user_id, ${occurrence}, ${theirWords(wordsOf(texts))}
    from memberships m join users u on u.id = m.user_id join portals o on o.id = m.portal_id
    where m.portal_id = ${portalId} and m.status = 'active' and u.kind = 'person' and ${who}
    on conflict on constraint notifications_once do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** The texts as what is told has them, by language. */
const wordsOf = ({ en, de }: AnnouncementTexts) => {
  const plain = (text: AnnouncementTexts["en"]) => text && { title: text.title, text: announcementLines(text.html).join("\n") };
  return JSON.stringify({ en: plain(en), de: plain(de) });
};

/** Of some words by language, those for somebody u of a portal o: in their language where it offers that, else the portal's, else whichever there are. */
const theirWords = (words: string) => {
  const inLanguage = (language: RawBuilder<unknown>) => sql`nullif(${words}::jsonb -> left(${language}, 2), 'null')`;
  return sql`coalesce(${inLanguage(sql`offered_locale(u.locale, o.settings)`)}, ${inLanguage(sql`o.locale`)}, ${inLanguage(sql`'en'`)}, ${inLanguage(sql`'de'`)})`;
};
