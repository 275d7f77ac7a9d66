import { sql } from "kysely";
import * as z from "zod/mini";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { overrideKinds } from "../../overrides-contract.ts";
import { textLanguages, type MailText, type TextLanguage } from "../../texts-contract.ts";

/** What a portal says in its own words, by event and language, and by the course or group that has words of its own (textKey). */
export type OwnTexts = ReadonlyMap<string, MailText>;

/** of: a kind and a number, such as course 12; empty for the text of the portal. */
export const textKey = (event: string, language: string, of = "") => `${event} ${language} ${of}`.trimEnd();

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

const OfOne = z.extend(Current, { kind: z.enum(overrideKinds), id: z.int(), name: z.string() });
export type OfOne = z.infer<typeof OfOne>;

/** The texts of single courses and groups as they are now. Those of a group that is archived or deleted hold for nobody. */
export const textsOfSome = async (db: Db, portalId: number): Promise<OfOne[]> =>
  (
    await typed(
      OfOne,
    )`select o.event, t.language, t.subject, t.body, t.button, t.saved_at as "savedAt", case when o.course_id is null then 'group' else 'course' end as kind,
        coalesce(o.course_id, o.group_id) as id, coalesce(c.title, g.name) as name
      from (select distinct on (override_id, language) override_id, language, subject, body, button, saved_at from mail_override_texts
        where portal_id = ${portalId} order by override_id, language, revision desc) t
      join mail_overrides o on o.portal_id = ${portalId} and o.id = t.override_id
      left join courses c on c.portal_id = o.portal_id and c.id = o.course_id
      left join groups g on g.portal_id = o.portal_id and g.id = o.group_id
      where t.body is not null and (o.group_id is null or g.status = 'active') order by o.event, kind, id, t.language`.execute(db)
  ).rows;

/** All of them, to be sent. */
export const ownTexts = async (db: Db, portalId: number): Promise<OwnTexts> =>
  new Map(
    [
      ...(await currentTexts(db, portalId)).map((text) => ({ text, of: "" })),
      ...(await textsOfSome(db, portalId)).map((text) => ({ text, of: `${text.kind} ${text.id}` })),
    ].map(({ text: { event, language, subject, body, button }, of }) => [textKey(event, language, of), { subject, body, button }]),
  );

const InGroup = z.object({ userId: z.int(), groupId: z.int() });

/** Of some people, the groups in which they are and which have a letter of their own. */
export async function groupsWithTexts(db: Db, portalId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await typed(InGroup)`select distinct m.user_id as "userId", m.group_id as "groupId" from group_members m
    where m.portal_id = ${portalId} and m.user_id = any (${userIds}::bigint[])
      and exists (select from mail_overrides o where o.portal_id = m.portal_id and o.group_id = m.group_id) order by 1, 2`.execute(db);
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, of]) => [userId, of.map(({ groupId }) => groupId)]));
}

/** Which text of which portal: its own, or that of a course or group. */
export interface Which {
  readonly portalId: number;
  readonly event: string;
  readonly language: TextLanguage;
  readonly overrideId?: number;
}

const tableOf = ({ overrideId }: Which) => sql.table(overrideId === undefined ? "mail_texts" : "mail_override_texts");
const keyOf = ({ event, overrideId }: Which) =>
  overrideId === undefined
    ? { column: sql`event`, value: sql`${event}::text` }
    : { column: sql`override_id`, value: sql`${overrideId}::bigint` };

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

/** What was saved of a text, the newest first; in the newest stands what holds. text: null for the one that is inherited. */
export async function listVersions(db: Db, which: Which) {
  const { column, value } = keyOf(which);
  const { rows } = await typed(
    Version,
  )`select t.revision, t.saved_at as "savedAt", nullif(trim(u.given_name || ' ' || u.family_name), '') as by,
      t.subject, t.body, t.button
    from ${tableOf(which)} t left join users u on u.id = t.saved_by
    where t.portal_id = ${which.portalId} and t.${column} = ${value} and t.language = ${which.language}
    order by t.revision desc limit ${versionsKept}`.execute(db);
  return rows.map(({ subject, body, button, ...version }) => ({
    ...version,
    text: subject === null || body === null || button === null ? null : { subject, body, button },
  }));
}

/** Adds a version after the one named, and drops the oldest; false when somebody did so before. */
export async function insertVersion(
  db: Db,
  which: Which,
  { after, text, userId }: { after: number; text: MailText | null; userId: number },
): Promise<boolean> {
  const { portalId, language } = which;
  const { column, value } = keyOf(which);
  const table = tableOf(which);
  const same = sql`portal_id = ${portalId} and ${column} = ${value} and language = ${language}`;
  const { numAffectedRows } = await sql`insert into ${table} (portal_id, ${column}, language, revision, subject, body, button, saved_by)
    select ${portalId}, ${value}, ${language}, ${after + 1}, ${text?.subject ?? null}, ${text?.body ?? null}, ${text?.button ?? null}, ${userId}
    where ${after} = (select coalesce(max(revision), 0) from ${table} where ${same})
    on conflict do nothing`.execute(db);
  await sql`delete from ${table} where ${same} and revision <= ${after + 1 - versionsKept}`.execute(db);
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

const Counted = z.object({ event: z.string(), count: z.int() });
/** How many courses and groups are told of each event in another way. */
export const countOverrides = async (db: Db, portalId: number): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await typed(Counted)`select o.event, count(*)::int as count from mail_overrides o
        left join groups g on g.portal_id = o.portal_id and g.id = o.group_id
        where o.portal_id = ${portalId} and g.status is distinct from 'deleted' group by o.event`.execute(db)
    ).rows.map(({ event, count }) => [event, count]),
  );
