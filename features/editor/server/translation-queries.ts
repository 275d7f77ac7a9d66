import { sql } from "kysely";
import * as z from "zod/mini";
import type { Text } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { Target } from "../translation-contract.ts";
import type { Key } from "./queries.ts";

const CourseRow = z.object({
  language: z.string(),
  title: z.string(),
  summary: z.string(),
  outcomes: z.array(z.string()),
  languages: z.array(z.object({ language: Target, isOffered: z.boolean(), revision: z.int() })),
});

/** What a course says about itself, its own language and the others that it has. */
export const findCourse = async (db: Db, { portalId, courseId }: Key) =>
  oneRow(
    await typed(CourseRow)`
      select c.language, c.title, c.summary, c.outcomes,
        (select coalesce(json_agg(json_build_object('language', l.language, 'isOffered', l.is_offered, 'revision', l.revision) order by l.language), '[]')
          from course_languages l where l.portal_id = c.portal_id and l.course_id = c.id) as languages
      from courses c where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db),
  );

type Saved = Key & { readonly userId: number; readonly language: string; readonly key: string };
interface Change {
  readonly source: Text;
  readonly value: Text | null;
  readonly was: Text | null;
}

/** Saves a translation in place of the one that it replaces; null removes it. False when there is another one by now. */
export async function saveText(db: Db, of: Saved, { source, value, was }: Change): Promise<boolean> {
  const { portalId, courseId, language, key, userId } = of;
  const mine = sql`portal_id = ${portalId} and course_id = ${courseId} and language = ${language} and key = ${key}`;
  const before = was === null ? null : JSON.stringify(was);
  const after = value === null ? null : JSON.stringify(value);
  if (before !== null) {
    const { rows } =
      after === null
        ? await sql`delete from course_texts where ${mine} and value = ${before}::jsonb returning key`.execute(db)
        : await sql`update course_texts set value = ${after}::jsonb, source = ${JSON.stringify(source)}::jsonb, updated_by = ${userId}, updated_at = now()
            where ${mine} and value = ${before}::jsonb returning key`.execute(db);
    return rows.length > 0;
  }
  if (after === null) return (await sql`select from course_texts where ${mine}`.execute(db)).rows.length === 0;
  const { rows } = await sql`
    insert into course_texts (portal_id, course_id, language, key, value, source, updated_by)
    select portal_id, course_id, language, ${key}, ${after}::jsonb, ${JSON.stringify(source)}::jsonb, ${userId}
    from course_languages where portal_id = ${portalId} and course_id = ${courseId} and language = ${language}
    on conflict do nothing returning key`.execute(db);
  return rows.length > 0;
}

interface RestoredText {
  readonly language: string;
  readonly key: string;
  readonly value: Text;
  readonly source: Text;
}

/** Brings languages back, and these texts in place of what is there. Texts besides them stay. */
export async function restoreTexts(
  db: Db,
  { portalId, courseId, userId }: Key & { userId: number },
  languages: readonly string[],
  texts: readonly RestoredText[],
): Promise<void> {
  await sql`insert into course_languages (portal_id, course_id, language, is_offered)
    select ${portalId}::bigint, ${courseId}::bigint, language, true from unnest(${[...languages]}::text[]) as language
    on conflict (portal_id, course_id, language) do update set is_offered = true, revision = course_languages.revision + 1`.execute(db);
  await sql`
    insert into course_texts as t (portal_id, course_id, language, key, value, source, updated_by)
    select ${portalId}::bigint, ${courseId}::bigint, x->>'language', x->>'key', x->'value', x->'source', ${userId}::bigint
    from jsonb_array_elements(${JSON.stringify(texts)}::jsonb) as x
    on conflict (portal_id, course_id, language, key) do update
      set value = excluded.value, source = excluded.source, updated_by = excluded.updated_by, updated_at = now()
      where t.value <> excluded.value or t.source <> excluded.source`.execute(db);
}

/** Says that the document of a language differs from what the current version has. */
export const raiseRevision = (db: Db, { portalId, courseId }: Key, language: string) =>
  sql`update course_languages set revision = revision + 1 where portal_id = ${portalId} and course_id = ${courseId} and language = ${language}`.execute(
    db,
  );

/** Adds a language to a course, or says of it whether it is offered. */
export const saveLanguage = (db: Db, { portalId, courseId }: Key, language: string, isOffered: boolean) =>
  sql`insert into course_languages (portal_id, course_id, language, is_offered) values (${portalId}, ${courseId}, ${language}, ${isOffered})
    on conflict (portal_id, course_id, language) do update set is_offered = excluded.is_offered`.execute(db);

/** Removes a language with its translations. Returns how many there were. */
export async function deleteLanguage(db: Db, { portalId, courseId }: Key, language: string): Promise<number> {
  const mine = sql`portal_id = ${portalId} and course_id = ${courseId} and language = ${language}`;
  const { rows } = await sql`delete from course_texts where ${mine} returning key`.execute(db);
  await sql`delete from course_languages where ${mine}`.execute(db);
  return rows.length;
}

/** Stores what a course says about itself in other languages. */
export const saveCourseWords = (db: Db, { portalId, courseId }: Key, translations: object) =>
  sql`update courses set translations = ${JSON.stringify(translations)}::jsonb where portal_id = ${portalId} and id = ${courseId}`.execute(
    db,
  );
