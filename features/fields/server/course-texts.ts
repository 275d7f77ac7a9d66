import type { Language } from "#platform/languages.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Say } from "#platform/catalogue.ts";
import type { FieldDefinition, FieldValue } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { exportCell, readFields, readValues } from "./service.ts";
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
  { courseIds, fields }: { readonly courseIds: readonly number[]; readonly fields: readonly FieldDefinition[] },
  write: (field: FieldDefinition, value: FieldValue, personOf: (userId: number) => Named | undefined) => string,
): Promise<Texts> {
  const values = await readValues(db, portalId, courseIds, fields);
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
export const textsOfCourses = (
  db: Db,
  { portalId, language, zone, say }: Reader,
  courseIds: readonly number[],
  fields: readonly FieldDefinition[],
): Promise<Texts> =>
  written(db, portalId, { courseIds, fields }, (field, value, personOf) => {
    const nameOf = (userId: number) => {
      const found = personOf(userId);
      return found ? `${found.givenName} ${found.familyName}`.trim() || found.email : "";
    };
    const reading = { language: language === "pseudo" ? "en" : language, zone, say, nameOf };
    const kind = fieldKinds[field.kind];
    return field.isSensitive ? "•••" : (kind.text?.(value, field, reading) ?? kind.cell(value, field, nameOf));
  });

/** The values of courses as cells of an export. */
export const cellsOfCourses = (
  db: Db,
  portalId: number,
  courseIds: readonly number[],
  fields: readonly FieldDefinition[],
): Promise<Texts> =>
  written(db, portalId, { courseIds, fields }, (field, value, personOf) =>
    exportCell(field, value, (userId) => personOf(userId)?.email ?? ""),
  );

/** What learners see of a course in its custom fields: names and values as text. Sensitive ones are left out. href: of the file that is a value, or of its address. */
export async function courseFacts(
  db: Db,
  reader: Reader,
  courseId: number,
): Promise<{ label: string; value: string; href: string | null }[]> {
  const fields = (await readFields(db, reader.portalId, { subject: "course" })).filter(
    ({ ownAccess, isSensitive }) => ownAccess !== "hidden" && !isSensitive,
  );
  const texts = (await textsOfCourses(db, reader, [courseId], fields)).get(courseId) ?? {};
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
