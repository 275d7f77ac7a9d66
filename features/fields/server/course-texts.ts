import { sql } from "kysely";
import * as z from "zod/mini";
import type { Language } from "#platform/languages.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Say } from "#platform/catalogue.ts";
import type { FieldDefinition, FieldValue } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { fieldColumns, FieldRow } from "./queries.ts";
import { exportCell, readValues, valuesIn } from "./service.ts";
import * as valueQueries from "./value-queries.ts";

/** For whom values are written. */
export interface Reader {
  readonly portalId: number;
  readonly language: Language;
  readonly zone: string;
  readonly say: Say;
}
type Texts = Map<number, Record<string, string>>;
type Named = Awaited<ReturnType<typeof valueQueries.listNamedPeople>>[number];

/** The values of courses in fields of courses by course and field, each written by `write`, which gets the people whom the values name. */
async function written(
  db: Db,
  portalId: number,
  { values, fields }: { readonly values: Awaited<ReturnType<typeof readValues>>; readonly fields: readonly FieldDefinition[] },
  write: (field: FieldDefinition, value: FieldValue, personOf: (userId: number) => Named | undefined) => string,
): Promise<Texts> {
  const ids = [...values.values()].flatMap((of) =>
    fields.flatMap(({ id, kind }) => (fieldKinds[kind].comparedAs === "person" && typeof of[id] === "number" ? [of[id]] : [])),
  );
  const people = ids.length > 0 ? await valueQueries.listNamedPeople(db, portalId, [], ids) : [];
  const personOf = (userId: number) => people.find(({ id }) => id === userId);
  return new Map(
    [...values].map(([courseId, of]) => [
      courseId,
      Object.fromEntries(
        fields.flatMap((field) => {
          const value = of[field.id];
          return value === null || value === undefined ? [] : [[field.id, write(field, value, personOf)]];
        }),
      ),
    ]),
  );
}

/** The values of courses as text in the reader's language; sensitive ones are masked. */
export const textsOfCourses = async (
  db: Db,
  reader: Reader,
  courseIds: readonly number[],
  fields: readonly FieldDefinition[],
): Promise<Texts> => textsOf(db, reader, { values: await readValues(db, reader.portalId, courseIds, fields), fields });

const textsOf = (db: Db, { portalId, language, zone, say }: Reader, known: Parameters<typeof written>[2]): Promise<Texts> =>
  written(db, portalId, known, (field, value, personOf) => {
    const nameOf = (userId: number) => {
      const found = personOf(userId);
      return found ? `${found.givenName} ${found.familyName}`.trim() || found.email : "";
    };
    const reading = { language: language === "pseudo" ? "en" : language, zone, say, nameOf };
    const kind = fieldKinds[field.kind];
    return field.isSensitive ? "•••" : (kind.text?.(value, field, reading) ?? kind.cell(value, field, nameOf));
  });

/** The values of courses as cells of an export. */
export const cellsOfCourses = async (
  db: Db,
  portalId: number,
  courseIds: readonly number[],
  fields: readonly FieldDefinition[],
): Promise<Texts> =>
  written(db, portalId, { values: await readValues(db, portalId, courseIds, fields), fields }, (field, value, personOf) =>
    exportCell(field, value, (userId) => personOf(userId)?.email ?? ""),
  );

/** What courseFacts needs of a course. */
export const FactRows = z.object({ fields: z.array(FieldRow), values: z.array(valueQueries.ValueRow) });

/** The FactRows of a course c as JSON, for the statement that reads it; null for one without values. Sensitive fields, and those that learners do not see, are left out. */
export const factRows = sql`(select json_build_object(
    'fields', (select coalesce(json_agg(d order by d.position, d.id), '[]') from (
      select ${fieldColumns}, f.position from fields f
      where f.portal_id = c.portal_id and f.subject = 'course' and f.own_access <> 'hidden' and not f.is_sensitive and f.retired_at is null) d),
    'values', (select coalesce(json_agg(d order by d.field_id, d.nth), '[]') from (
      select ${valueQueries.valueColumns("course")}, v.nth
      from course_field_values v left join field_files f on f.portal_id = v.portal_id and f.id = v.file_id
      where v.portal_id = c.portal_id and v.course_id = c.id) d))
  where exists (select from course_field_values v where v.portal_id = c.portal_id and v.course_id = c.id))`;

/** What learners see of a course in its custom fields: names and values as text. href: of the file that is a value, or of its address. */
export async function courseFacts(
  db: Db,
  reader: Reader,
  courseId: number,
  { fields, values: rows }: z.infer<typeof FactRows>,
): Promise<{ label: string; value: string; href: string | null }[]> {
  const shown = new Set(fields.map(({ id }) => id));
  const values = valuesIn(
    rows.filter(({ field_id }) => shown.has(field_id)),
    fields,
  );
  const texts = (await textsOf(db, reader, { values, fields })).get(courseId) ?? {};
  return fields.flatMap((field) => {
    const value = texts[field.id];
    return value === undefined
      ? []
      : [
          {
            label: field.name,
            value,
            href: fieldKinds[field.kind].href?.(value, `/rest/courses/${courseId}/fields/${field.id}/file`) ?? null,
          },
        ];
  });
}
