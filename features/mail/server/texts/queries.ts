import { sql } from "kysely";
import * as z from "zod/mini";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { textLanguages, type MailText, type TextLanguage } from "../../texts-contract.ts";

/** What a portal says in its own words, by event and language (textKey). */
export type OwnTexts = ReadonlyMap<string, MailText>;

export const textKey = (event: string, language: string) => `${event} ${language}`;

const Current = z.object({
  event: z.string(),
  language: z.enum(textLanguages),
  subject: z.string(),
  body: z.string(),
  button: z.string(),
  savedAt: z.date(),
});
export type Current = z.infer<typeof Current>;

/** The own texts of a portal as they are now. */
export const currentTexts = async (db: Db, portalId: number): Promise<Current[]> =>
  (
    await typed(Current)`select event, language, subject, body, button, saved_at as "savedAt" from (
        select distinct on (event, language) event, language, subject, body, button, saved_at from mail_texts
        where portal_id = ${portalId} order by event, language, revision desc) t
      where body is not null order by event, language`.execute(db)
  ).rows;

/** The same, to be sent. */
export const ownTexts = async (db: Db, portalId: number): Promise<OwnTexts> =>
  new Map(
    (await currentTexts(db, portalId)).map(({ event, language, subject, body, button }) => [
      textKey(event, language),
      { subject, body, button },
    ]),
  );

/** Which text of which portal. */
export interface Which {
  readonly portalId: number;
  readonly event: string;
  readonly language: TextLanguage;
}

const Version = z.object({
  revision: z.int(),
  savedAt: z.date(),
  by: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  body: z.nullable(z.string()),
  button: z.nullable(z.string()),
});

/** Versions of a text that are kept. */
const versionsKept = 20;

/** What was saved of a text, the newest first; in the newest stands what holds. text: null for that of the product. */
export async function listVersions(db: Db, { portalId, event, language }: Which) {
  const { rows } = await typed(
    Version,
  )`select t.revision, t.saved_at as "savedAt", nullif(trim(u.given_name || ' ' || u.family_name), '') as by,
      t.subject, t.body, t.button
    from mail_texts t left join users u on u.id = t.saved_by
    where t.portal_id = ${portalId} and t.event = ${event} and t.language = ${language} order by t.revision desc limit ${versionsKept}`.execute(
    db,
  );
  return rows.map(({ subject, body, button, ...version }) => ({
    ...version,
    text: subject === null || body === null || button === null ? null : { subject, body, button },
  }));
}

/** Adds a version after the one named, and drops the oldest; false when somebody did so before. */
export async function insertVersion(
  db: Db,
  { portalId, event, language }: Which,
  { after, text, userId }: { after: number; text: MailText | null; userId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into mail_texts (portal_id, event, language, revision, subject, body, button, saved_by)
    select ${portalId}, ${event}, ${language}, ${after + 1}, ${text?.subject ?? null}, ${text?.body ?? null}, ${text?.button ?? null}, ${userId}
    where ${after} = (select coalesce(max(revision), 0) from mail_texts where portal_id = ${portalId} and event = ${event} and language = ${language})
    on conflict do nothing`.execute(db);
  await sql`delete from mail_texts where portal_id = ${portalId} and event = ${event} and language = ${language}
    and revision <= ${after + 1 - versionsKept}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

const Person = z.object({ userId: z.int(), email: z.string(), name: z.string(), timeZone: z.nullable(z.string()) });

/** A member of the portal with this email whom the actor may see; undefined for anybody else. */
export const findPerson = async (db: Db, actor: Actor, email: string) =>
  (
    await typed(Person)`select u.id as "userId", u.email, trim(u.given_name || ' ' || u.family_name) as name, u.time_zone as "timeZone"
      from memberships m join users u on u.id = m.user_id
      where m.portal_id = ${actor.portalId} and u.email = ${email} and u.kind = 'person' and (${actor.isSystemAdmin} or not u.is_system_admin)
        and ${inScope(await scopeOf(db, actor), sql`m.user_id`)}`.execute(db)
  ).rows[0];

/** The events that mail does not tell of in a portal. */
export async function findEventsOff(db: Db, portalId: number): Promise<ReadonlySet<string>> {
  const row = await db.selectFrom("mail_settings").select("events_off").where("portal_id", "=", portalId).executeTakeFirst();
  return new Set(row?.events_off ?? []);
}
