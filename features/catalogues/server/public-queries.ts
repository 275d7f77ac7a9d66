import { sql } from "kysely";
import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import type { CourseTranslations } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { publicList } from "../public-list.ts";

const Row = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  translations: jsonOf<CourseTranslations>(),
  summary: z.string(),
  minutes: z.int(),
  language: z.string(),
  coverFileId: z.nullable(z.int()),
  categories: z.array(z.string()),
});
export type PublicRow = z.infer<typeof Row>;

/** What visitors see of the course c. */
const columns = sql`c.id, c.type, c.title, c.translations, c.summary, c.minutes, c.language, c.cover_file_id as "coverFileId",
  (select coalesce(json_agg(g.name order by g.position, g.name, g.id), '[]') from course_categories cc
    join categories g on g.portal_id = cc.portal_id and g.id = cc.category_id
    where cc.portal_id = c.portal_id and cc.course_id = c.id and g.is_shown) as categories`;

/**
 * True when the title of the course c has the words: its own, or the one that is shown in a language. Nothing else of a course is searched: what visitors do not see
 * could be guessed by searching for it.
 */
function hasInTitle(q: string, language: string) {
  const [own, any] = [prefixQuery(q, "A"), prefixQuery(q)];
  if (own === null || any === null) return sql`true`;
  const translated = sql`c.translations -> ${language}::text -> 'title'`;
  return sql`(c.search @@ to_tsquery('simple', ${own}) or (${translated} ->> 'of' = c.title
    and to_tsvector('simple', folded(${translated} ->> 'text')) @@ to_tsquery('simple', ${any})))`;
}

const Page = z.object({ rows: z.array(Row), page: z.int(), total: z.int(), all: z.int() });

/** A page of the courses that visitors see, by title; the last one where there is no such page. */
export const listPublicCourses = async (
  db: Db,
  portalId: number,
  { q, page, language }: { readonly q: string; readonly page: number; readonly language: string },
) =>
  oneRow(
    await typed(Page)`
    with seen as materialized (select courses_for_visitors(${portalId}) as id),
    found as materialized (
      select c.portal_id, c.id, lower(c.title) as title from courses c
      where c.portal_id = ${portalId} and c.id in (select id from seen) and ${hasInTitle(q, language)}
    ),
    counted as (
      select count(*)::int as total, greatest(1, least(${page}::int, ceil(count(*) / ${publicList.pageSize}::numeric)::int)) as page from found
    ),
    listed as (
      select f.title as nth, ${columns} from (
        select * from found order by title, id limit ${publicList.pageSize} offset (select (page - 1) * ${publicList.pageSize}::int from counted)) f
      join courses c on c.portal_id = f.portal_id and c.id = f.id
    )
    select total, page, (select count(*) from seen)::int as all, (select coalesce(json_agg(listed order by nth, id), '[]') from listed) as rows
    from counted`.execute(db),
  );

const Details = z.extend(Row, { outcomes: z.array(z.string()) });

/** One course that visitors see; undefined where they do not. */
export const findPublicCourse = async (db: Db, portalId: number, courseId: number) =>
  (
    await typed(Details)`select ${columns}, c.outcomes from courses c
      where c.portal_id = ${portalId} and c.id = ${courseId} and c.id in (select courses_for_visitors(${portalId}, ${courseId}))`.execute(
      db,
    )
  ).rows[0];

const Has = z.object({ has: z.boolean() });

/** Whether visitors see any course of a portal. */
export const hasPublicCourses = async (db: Db, portalId: number): Promise<boolean> =>
  oneRow(await typed(Has)`select exists (select courses_for_visitors(${portalId})) as has`.execute(db)).has;
