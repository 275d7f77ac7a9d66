import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { FieldDefinition, type Settings, type Subject } from "../definition.ts";
import { holders } from "./holders.ts";

export const FieldRow = z.extend(FieldDefinition, { settings: jsonOf<Settings>() });

/** Which fields are meant: those of a subject, or one of any. */
type Which = { readonly subject: Subject } | { readonly id: number };

/** The fields with their lists, in their order, retired ones last. */
export const listFields = async (db: Db, portalId: number, which: Which) => (await fieldsStatement(portalId, which).execute(db)).rows;

/** The columns of a field f with its list. */
export const fieldColumns = sql`f.id, f.subject, f.kind, f.name, f.help, f.own_access as "ownAccess", f.author_access as "authorAccess", f.manager_access as "managerAccess",
        f.is_required as "isRequired", f.asked_at_sign_in as "isAskedAtSignIn", f.is_unique as "isUnique", f.is_sensitive as "isSensitive", f.pattern, f.pattern_sample as "patternSample",
        f.source, f.settings, f.retired_at is not null as "isRetired", f.revision, f.shared_id as "sharedId", f.follows,
        (select coalesce(json_agg(json_build_object('id', o.id, 'parentId', o.parent_id, 'name', o.name, 'formerNames', o.former_names,
            'isRetired', o.retired_at is not null, 'mergedInto', o.merged_into) order by o.position, o.id), '[]')
          from field_options o where o.portal_id = f.portal_id and o.field_id = f.id) as options`;

/** The statement of listFields. */
export const fieldsStatement = (portalId: number, which: Which = { subject: "person" }) => typed(FieldRow)`
      select ${fieldColumns}
      from fields f
      where f.portal_id = ${portalId} and ${"id" in which ? sql`f.id = ${which.id}` : sql`f.subject = ${which.subject}`}
      order by f.retired_at is not null, f.position, f.id`;

const Count = z.object({ fieldId: z.int(), optionId: z.nullable(z.int()), people: z.int(), active: z.int() });

/** How many people, or courses, have a value of each field (optionId null) and each value of a list; active: of those of a field, who could sign in now. */
export const countValues = async (db: Db, portalId: number, subject: Subject) =>
  (
    await typed(Count)`
      select v.field_id as "fieldId", v.option_id as "optionId", count(*)::int as people, 0 as active
      from ${holders[subject].values} v where v.portal_id = ${portalId}
      group by grouping sets ((v.field_id, v.option_id)) having v.option_id is not null
      union all
      select v.field_id, null, count(*)::int, ${subject === "person" ? sql`(count(*) filter (where (select m.status from memberships m where m.portal_id = v.portal_id and m.user_id = v.user_id) = 'active'))::int` : sql`0`}
      from ${holders[subject].values} v
      where v.portal_id = ${portalId} and v.nth = 0 group by v.field_id`.execute(db)
  ).rows;

/** How many people could sign in to the portal now. */
export const countActive = async (db: Db, portalId: number): Promise<number> =>
  (
    await db
      .selectFrom("memberships")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("portal_id", "=", portalId)
      .where("status", "=", "active")
      .executeTakeFirstOrThrow()
  ).count;

export const insertField = (db: Db, row: Parameters<typeof fieldValuesOf>[0] & { portalId: number; kind: string; subject: Subject }) =>
  db
    .insertInto("fields")
    .values({
      portal_id: row.portalId,
      subject: row.subject,
      kind: row.kind,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from fields where portal_id = ${row.portalId})`,
      ...fieldValuesOf(row),
    })
    .returning("id")
    .executeTakeFirstOrThrow();

/** The columns of what can be changed of a field. */
const fieldValuesOf = (field: {
  name: string;
  help: string;
  ownAccess: string;
  authorAccess: string;
  managerAccess: string;
  isRequired: boolean;
  isAskedAtSignIn: boolean;
  isUnique: boolean;
  isSensitive: boolean;
  pattern: string | null;
  patternSample: string | null;
  source: string;
  settings: Settings;
}) => ({
  name: field.name,
  help: field.help,
  own_access: field.ownAccess,
  author_access: field.authorAccess,
  manager_access: field.managerAccess,
  is_required: field.isRequired,
  asked_at_sign_in: field.isAskedAtSignIn,
  is_unique: field.isUnique,
  is_sensitive: field.isSensitive,
  pattern: field.pattern,
  pattern_sample: field.patternSample,
  source: field.source,
  settings: JSON.stringify(field.settings),
});

/** Changes a field that still has this revision. Returns whether it had. */
export const updateField = async (
  db: Db,
  { portalId, id, revision, ...field }: Parameters<typeof fieldValuesOf>[0] & { portalId: number; id: number; revision: number },
) =>
  (
    await db
      .updateTable("fields")
      .set({ ...fieldValuesOf(field), revision: revision + 1 })
      .where("portal_id", "=", portalId)
      .where("id", "=", id)
      .where("revision", "=", revision)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const updateRetired = (db: Db, portalId: number, id: number, isRetired: boolean) =>
  db
    .updateTable("fields")
    .set({ retired_at: isRetired ? sql`now()` : null, revision: sql`revision + 1` })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .execute();

/** Locks a field against changes of the same field, and returns whether it is there. */
export const lockField = async (db: Db, portalId: number, id: number) =>
  (await db.selectFrom("fields").select("id").where("portal_id", "=", portalId).where("id", "=", id).forUpdate().executeTakeFirst()) !==
  undefined;

/** The id of the other active field of the subject with this name, whatever its letters' case. */
export const findFieldNamed = (db: Db, portalId: number, subject: Subject, name: string, exceptId: number) =>
  db
    .selectFrom("fields")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("subject", "=", subject)
    .where("retired_at", "is", null)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where("id", "<>", exceptId)
    .executeTakeFirst();

/** The ids of all fields in their order, whatever they are of. */
export const listOrder = async (db: Db, portalId: number) =>
  (
    await db
      .selectFrom("fields")
      .select("id")
      .where("portal_id", "=", portalId)
      .orderBy(sql`retired_at is not null`)
      .orderBy("position")
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

/** Numbers the rows of a table anew: those of `ids` first. fieldId: of the values of that field. */
export const updateOrder = (db: Db, portalId: number, ids: readonly number[], fieldId: number | null) =>
  fieldId === null
    ? sql`update fields f set position = n.place from (
        select id, row_number() over (order by coalesce(array_position(${ids}::bigint[], id), 100000), position, id) as place
        from fields where portal_id = ${portalId}) n
      where f.portal_id = ${portalId} and f.id = n.id`.execute(db)
    : sql`update field_options o set position = n.place from (
        select id, row_number() over (order by coalesce(array_position(${ids}::bigint[], id), 100000), position, id) as place
        from field_options where portal_id = ${portalId} and field_id = ${fieldId}) n
      where o.portal_id = ${portalId} and o.id = n.id`.execute(db);

export const insertOption = (db: Db, row: { portalId: number; fieldId: number; parentId: number | null; name: string }) =>
  db
    .insertInto("field_options")
    .values({
      portal_id: row.portalId,
      field_id: row.fieldId,
      parent_id: row.parentId,
      name: row.name,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from field_options where portal_id = ${row.portalId} and field_id = ${row.fieldId})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();

/** Renames or retires a value; a name it had goes to its former ones. */
export const updateOption = (
  db: Db,
  {
    portalId,
    id,
    name,
    isRetired,
    mergedInto,
  }: { portalId: number; id: number; name: string; isRetired: boolean; mergedInto: number | null },
) =>
  sql`update field_options set name = ${name}, merged_into = ${mergedInto}::bigint,
      former_names = case when name = ${name} or name = any(former_names) then former_names else former_names || name end,
      retired_at = case when ${isRetired} then coalesce(retired_at, now()) end
    where portal_id = ${portalId} and id = ${id}`.execute(db);

/** A field, with the subject that says where its values are. */
interface OfField {
  readonly portalId: number;
  readonly fieldId: number;
  readonly subject: Subject;
}

const Twin = z.object({ value: z.string(), people: z.int() });

/** Values that more than one person has, as unique fields compare them; five at most. */
export const listTwins = async (db: Db, { portalId, fieldId, subject }: OfField) =>
  (
    await typed(Twin)`
      select min(words) as value, count(*)::int as people from ${holders[subject].values}
      where portal_id = ${portalId} and field_id = ${fieldId} and folded is not null
      group by folded having count(*) > 1 order by 2 desc, 1 limit 5`.execute(db)
  ).rows;

/** Sets or clears the keys by which values of a field are unique. */
export const updateUniqueKeys = (db: Db, { portalId, fieldId, subject }: OfField, isUnique: boolean) =>
  sql`update ${holders[subject].values} set unique_key = ${isUnique ? sql`folded` : sql`null`}
    where portal_id = ${portalId} and field_id = ${fieldId} and (unique_key is not null) <> ${isUnique}`.execute(db);

/** Whether somebody belongs to the portal. */
export const isMember = async (db: Db, { portalId, userId }: { portalId: number; userId: number }) =>
  (await db
    .selectFrom("memberships")
    .select("user_id")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .executeTakeFirst()) !== undefined;
