import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { events, letters } from "#features/notifications/events.ts";
import { overrideKinds, type OverrideKind } from "../../overrides-contract.ts";
import type { TextLanguage } from "../../texts-contract.ts";

const Found = z.object({
  id: z.int(),
  event: z.string(),
  kind: z.enum(overrideKinds),
  /** Of the course or the group. */
  ofId: z.int(),
  name: z.string(),
  isOn: z.nullable(z.boolean()),
  days: z.nullable(z.array(z.int())),
  own: jsonOf<TextLanguage[]>(),
});
export type Found = z.infer<typeof Found>;

const select = (portalId: number, where: RawBuilder<unknown>) => typed(Found)`
  select o.id, o.event, case when o.course_id is null then 'group' else 'course' end as kind, coalesce(o.course_id, o.group_id) as "ofId",
    coalesce(c.title, g.name) as name, o.is_on as "isOn", t.days::int[] as days,
    (select coalesce(json_agg(x.language order by x.language desc), '[]') from (
      select distinct on (language) language, body from mail_override_texts
      where portal_id = o.portal_id and override_id = o.id order by language, revision desc) x where x.body is not null) as own
  from mail_overrides o
  left join courses c on c.portal_id = o.portal_id and c.id = o.course_id
  left join groups g on g.portal_id = o.portal_id and g.id = o.group_id
  left join event_timings t on t.portal_id = o.portal_id and t.event = o.event and t.course_id = o.course_id
  where o.portal_id = ${portalId} and g.status is distinct from 'deleted' and ${where}
  order by kind, lower(coalesce(c.title, g.name)), o.id`;

/** The overrides of an event: courses before groups, by name. Those of deleted groups are not there. */
export const listOverrides = async (db: Db, portalId: number, event: string): Promise<Found[]> =>
  (await select(portalId, sql`o.event = ${event}`).execute(db)).rows;

/** One override; undefined where the portal has no such. */
export const findOverride = async (db: Db, portalId: number, id: number): Promise<Found | undefined> =>
  (await select(portalId, sql`o.id = ${id}`).execute(db)).rows[0];

/** Takes the row of an override, so that nobody removes it before this transaction ends; whoever is removing it is waited for. */
export const lockOverride = (db: Db, portalId: number, id: number) =>
  db.selectFrom("mail_overrides").select("id").where("portal_id", "=", portalId).where("id", "=", id).forUpdate().execute();

/** What can have a letter of its own, as SQL: an id and a name. */
const targets = (portalId: number, kind: OverrideKind) =>
  kind === "course"
    ? sql`select id, title as name from courses where portal_id = ${portalId} and status <> 'archived'`
    : sql`select id, name from groups where portal_id = ${portalId} and status = 'active'`;
const columnOf = (kind: OverrideKind) => sql.ref(kind === "course" ? "course_id" : "group_id");

const Target = z.object({ id: z.int(), name: z.string() });
const mostFound = 20;

/** Courses or groups with these words in their name that have no override of the event. */
export async function findTargets(db: Db, portalId: number, { event, kind, q }: { event: string; kind: OverrideKind; q: string }) {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`and position(folded(${word}) in folded(t.name)) > 0`);
  const { rows } = await typed(Target)`
    select t.id, t.name from (${targets(portalId, kind)}) t
    where not exists (select from mail_overrides o where o.portal_id = ${portalId} and o.event = ${event} and o.${columnOf(kind)} = t.id)
      ${sql.join(found, sql` `)}
    order by lower(t.name), t.id limit ${mostFound}::int`.execute(db);
  return rows;
}

const Id = z.object({ id: z.int() });
/** Adds an override of an event. Gives its id, and whether it is new; undefined where the portal has no such course or group. */
export async function insertOverride(
  db: Db,
  portalId: number,
  { event, kind, id }: { event: string; kind: OverrideKind; id: number },
): Promise<{ id: number; isNew: boolean } | undefined> {
  const column = columnOf(kind);
  const { rows: made } = await typed(Id)`insert into mail_overrides (portal_id, event, ${column})
    select ${portalId}, ${event}, t.id from (${targets(portalId, kind)}) t where t.id = ${id}
    on conflict on constraint mail_overrides_once do nothing returning id`.execute(db);
  if (made[0]) return { id: made[0].id, isNew: true };
  const { rows: there } = await typed(
    Id,
  )`select o.id from mail_overrides o where o.portal_id = ${portalId} and o.event = ${event} and o.${column} = ${id}
      and exists (select from (${targets(portalId, kind)}) t where t.id = ${id})`.execute(db);
  return there[0] && { id: there[0].id, isNew: false };
}

/** Sets whether mail tells of the event; null: inherited. */
export const updateOverride = (db: Db, portalId: number, id: number, isOn: boolean | null) =>
  db.updateTable("mail_overrides").set({ is_on: isOn }).where("portal_id", "=", portalId).where("id", "=", id).execute();

/** Removes an override with its texts. */
export const deleteOverride = (db: Db, portalId: number, id: number) =>
  db.deleteFrom("mail_overrides").where("portal_id", "=", portalId).where("id", "=", id).execute();

const Days = z.object({ days: z.nullable(z.array(z.int())) });
/** On which days the portal tells of an event; null: as usual. */
export const findDays = async (db: Db, portalId: number, event: string): Promise<number[] | null> =>
  (
    await typed(
      Days,
    )`select days::int[] as days from event_timings where portal_id = ${portalId} and event = ${event} and course_id is null`.execute(db)
  ).rows[0]?.days ?? null;

/** Sets on which days the portal, or a course of it, tells of an event; null: inherited. The same again changes nothing. */
export async function saveDays(
  db: Db,
  portalId: number,
  { event, courseId, days }: { event: string; courseId: number | null; days: readonly number[] | null },
): Promise<void> {
  if (days === null)
    await sql`update event_timings set days = null, changed_at = now()
      where portal_id = ${portalId} and event = ${event} and course_id is not distinct from ${courseId}::bigint and days is not null`.execute(
      db,
    );
  else
    await sql`insert into event_timings as t (portal_id, event, course_id, days) values (${portalId}, ${event}, ${courseId}, ${days}::smallint[])
      on conflict on constraint event_timings_once do update set days = excluded.days, changed_at = now() where t.days is distinct from excluded.days`.execute(
      db,
    );
}

/** The overrides of a group, as what depends on it (features/groups). They go with it, so they do not keep it. */
export function overridesOfGroup({ portalId, groupId, say }: { readonly portalId: number; readonly groupId: number; readonly say?: Say }) {
  const named = say ? [...events, ...letters].map(({ name, title }) => sql`when ${name}::text then ${title(say)}::text`) : [];
  const title = named.length > 0 ? sql`case o.event ${sql.join(named, sql` `)} else o.event end` : sql`o.event`;
  return sql`
    select 'letter' as kind, o.id, ${title} as name, '/admin/emailTexts/' || o.event || '/en?for=' || o.id as "to" from mail_overrides o
    where o.portal_id = ${portalId} and o.group_id = ${groupId}`;
}
