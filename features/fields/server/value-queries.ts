import { sql } from "kysely";
import * as pg from "pg";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";
import type { Subject } from "../definition.ts";
import type { StoredValue } from "../field-kind.ts";
import { holders } from "./holders.ts";

export const ValueRow = z.object({
  owner_id: z.int(),
  field_id: z.int(),
  words: z.nullable(z.string()),
  number: z.nullable(z.number()),
  day: z.nullable(z.string()),
  moment: z.nullable(z.string()),
  option_id: z.nullable(z.int()),
  person_id: z.nullable(z.int()),
  file_id: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
});
export type ValueRow = z.infer<typeof ValueRow>;

/** The columns of a stored value v of a subject, with the file f that it is. */
export const valueColumns = (subject: Subject) =>
  sql`v.${holders[subject].owner} as owner_id, v.field_id, v.words, v.number, v.day::text as day, to_json(v.moment)#>>'{}' as moment, v.option_id, v.person_id, v.file_id, f.bytes`;

/** The stored values of these people, or courses, in these fields, those of one value in the order of nth. */
export const listValueRows = async (db: Db, portalId: number, ownerIds: readonly number[], fieldIds: readonly number[], subject: Subject) =>
  (
    await typed(ValueRow)`
      select ${valueColumns(subject)}
      from ${holders[subject].values} v left join field_files f on f.portal_id = v.portal_id and f.id = v.file_id
      where v.portal_id = ${portalId} and v.${holders[subject].owner} = any(${ownerIds}::bigint[]) and v.field_id = any(${fieldIds}::bigint[])
      order by 1, v.field_id, v.nth`.execute(db)
  ).rows;

/** A value to write, or to take away where `stored` is empty. */
export interface ValueToWrite {
  /** Of a person or a course, as the fields are. */
  readonly userId: number;
  readonly fieldId: number;
  readonly stored: readonly StoredValue[];
  readonly folded: string | null;
  readonly uniqueKey: string | null;
}

/** Replaces the values of people, or courses, in fields; as stoa_people only. Throws 409 when somebody took a unique value a moment ago. */
export async function replaceValues(
  db: Db,
  portalId: number,
  values: readonly ValueToWrite[],
  source: string,
  subject: Subject,
): Promise<void> {
  const { values: table, owner, unique } = holders[subject];
  if (values.length === 0) return;
  const keys = JSON.stringify(values.map(({ userId, fieldId }) => ({ owner_id: userId, field_id: fieldId })));
  await sql`delete from ${table} v using jsonb_to_recordset(${keys}::jsonb) as k(owner_id bigint, field_id bigint)
    where v.portal_id = ${portalId} and v.${owner} = k.owner_id and v.field_id = k.field_id`.execute(db);
  const rows = values.flatMap(({ userId, fieldId, stored, folded, uniqueKey }) =>
    stored.map((one, nth) => ({ owner_id: userId, field_id: fieldId, nth, folded, unique_key: uniqueKey, ...one })),
  );
  await sql`insert into ${table} (portal_id, field_id, ${owner}, nth, words, folded, number, day, moment, option_id, person_id, file_id, unique_key, source)
    select ${portalId}, r.field_id, r.owner_id, r.nth, r.words, r.folded, r.number, r.day, r.moment, r.option_id, r.person_id, r.file_id, r.unique_key, ${source}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(owner_id bigint, field_id bigint, nth smallint, words text, folded text,
      number double precision, day date, moment timestamptz, option_id bigint, person_id bigint, file_id bigint, unique_key text)`
    .execute(db)
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.constraint === unique)
        throw conflict("taken", "Somebody else has just got a value that may be there once only. Try again.");
      throw error;
    });
}

const Holder = z.object({ field_id: z.int(), unique_key: z.string(), owner_id: z.int() });

/** Who has a value of a unique field already: for each field and key that is taken. */
export const listHolders = async (db: Db, portalId: number, keys: readonly { fieldId: number; key: string }[], subject: Subject) =>
  keys.length === 0
    ? []
    : (
        await typed(Holder)`
          select v.field_id, v.unique_key, v.${holders[subject].owner} as owner_id from ${holders[subject].values} v
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k("fieldId" bigint, key text)
            on v.field_id = k."fieldId" and v.unique_key = k.key collate "C"
          where v.portal_id = ${portalId}`.execute(db)
      ).rows;

/** The members of the portal with these e-mail addresses or ids. System admins are hidden from portals' lists of people, and so from here. */
export const listNamedPeople = (db: Db, portalId: number, emails: readonly string[], ids: readonly number[]) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.id", "u.email", "u.given_name as givenName", "u.family_name as familyName"])
    .where("m.portal_id", "=", portalId)
    .where("u.is_system_admin", "=", false)
    .where((eb) => eb.or([eb("u.email", "in", emails.length > 0 ? emails : [""]), eb("u.id", "in", ids.length > 0 ? ids : [0])]))
    .execute();
