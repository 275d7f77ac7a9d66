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
import { jsonOf, typed } from "#platform/db/typed.ts";

// Announcements by bell and mail (ANN-1, ANN-2): to those for whom one is when it begins, and as a reminder to whoever has not confirmed it. People get what is written
// for their language; whether a mail leaves at once is theirs to choose (features/mail).

interface Of {
  readonly id: number;
  readonly texts: AnnouncementTexts;
}

/** The texts as what is told has them, by language. */
const wordsOf = ({ en, de }: AnnouncementTexts) => {
  const plain = (text: AnnouncementTexts["en"]) => text && { title: text.title, text: announcementLines(text.html).join("\n") };
  return JSON.stringify({ en: plain(en), de: plain(de) });
};

/** Of some words by language, those for somebody u of a portal o: in their language, else the portal's, else whichever there are. */
const theirWords = (words: string) => {
  const inLanguage = (language: RawBuilder<unknown>) => sql`nullif(${words}::jsonb -> left(${language}, 2), 'null')`;
  return sql`coalesce(${inLanguage(sql`u.locale`)}, ${inLanguage(sql`o.locale`)}, ${inLanguage(sql`'en'`)}, ${inLanguage(sql`'de'`)})`;
};

/** Tells people of an announcement, by an SQL condition on their membership m; once for each occurrence. Gives how many were told. */
async function tell(
  db: Db,
  event: Pick<AnyEvent, "name">,
  { id, texts }: Of,
  portalId: number,
  occurrence: RawBuilder<string>,
  who: RawBuilder<unknown>,
) {
  const { numAffectedRows } = await sql`
    insert into notifications (portal_id, event, subject, user_id, occurrence, variables)
    select m.portal_id, ${event.name}, ${`announcement:${id}`}, m.user_id, ${occurrence}, ${theirWords(wordsOf(texts))}
    from memberships m join users u on u.id = m.user_id join portals o on o.id = m.portal_id
    where m.portal_id = ${portalId} and m.status = 'active' and u.kind = 'person' and ${who}
    on conflict on constraint notifications_once do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Tells one person of an announcement, each time anew. */
export const tellOne = (db: Db, one: Of, { portalId, userId }: { readonly portalId: number; readonly userId: number }) =>
  tell(db, announced, one, portalId, sql<string>`'test:' || extract(epoch from clock_timestamp())`, sql`m.user_id = ${userId}`);

const Due = z.object({
  portalId: z.int(),
  id: z.int(),
  zone: z.string(),
  texts: AnnouncementTexts,
  audience: z.nullable(jsonOf<Condition>()),
  isToTell: z.boolean(),
  isToRemind: z.boolean(),
});

const isToTell = sql`(a.by_mail and (a.told_at >= a.asked_at) is not true)`;
/** By hand, or once after the days that were chosen. */
const isToRemind = sql`(a.must_read and (a.remind_asked_at > coalesce(a.reminded_at, '-infinity')
  or (a.remind_days is not null and (a.reminded_at >= a.asked_at) is not true
    and greatest(a.asked_at, a.starts_at) + make_interval(days => a.remind_days) <= now())))`;
const dueOf = (db: Db, one?: Pick<z.infer<typeof Due>, "portalId" | "id">) =>
  typed(Due)`
  select a.portal_id as "portalId", a.id, o.time_zone as zone, a.texts, a.audience, ${isToTell} as "isToTell", ${isToRemind} as "isToRemind"
  from announcements a join portals o on o.id = a.portal_id and o.status = 'active'
  where a.status = 'published' and a.deleted_at is null and (a.by_mail or a.must_read) and (${isToTell} or ${isToRemind})
    and coalesce(a.starts_at <= now(), true) and coalesce(a.ends_at > now(), true)
    ${one ? sql`and a.portal_id = ${one.portalId} and a.id = ${one.id} for update of a` : sql`order by a.portal_id, a.id`}`.execute(db);

/**
 * Tells people of announcements that have begun, and reminds them of what they have not confirmed. Each in a transaction of its own that also notes that it was done, so a
 * worker that stops does nothing twice. For the worker; gives how many people were told or reminded.
 */
export async function tellOfAnnouncements(databases: Databases): Promise<number> {
  const { rows } = await databases.inSystemUntimed("look for announcements to tell of", (db) => dueOf(db));
  let people = 0;
  for (const found of rows)
    people += await databases.inSystemUntimed("tell of an announcement", async (db) => {
      const [one] = (await dueOf(db, found)).rows;
      return one ? await tellOf(db, one) : 0;
    });
  return people;
}

async function tellOf(db: Db, one: z.infer<typeof Due>): Promise<number> {
  const { portalId, id, audience } = one;
  const place = await placeOf(db, { id: portalId, timeZone: one.zone }, [audience]);
  const isMeant = audience ? sql`m.user_id in (${peopleWhoFit(audience, place)})` : sql`not u.is_system_admin`;
  const thisOne = sql`a.portal_id = ${portalId} and a.id = ${id}`;
  const since = sql<string>`(select to_char(a.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from announcements a where ${thisOne})`;
  let people = 0;
  if (one.isToTell) people += await tell(db, announced, one, portalId, since, isMeant);
  if (one.isToRemind) {
    const isOpen = sql`not exists (select from announcement_receipts r join announcements a on ${thisOne}
      where r.portal_id = m.portal_id and r.announcement_id = a.id and r.user_id = m.user_id and r.confirmed_at >= a.asked_at)`;
    people += await tell(db, announcementOpen, one, portalId, sql<string>`${since} || ':' || now()`, sql`${isMeant} and ${isOpen}`);
  }
  await db
    .updateTable("announcements")
    .set({ ...(one.isToTell && { told_at: sql`now()` }), ...(one.isToRemind && { reminded_at: sql`now()` }) })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .execute();
  return people;
}
