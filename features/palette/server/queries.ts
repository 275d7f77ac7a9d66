import { sql } from "kysely";
import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { isOfferedTo, isOwnOf, titleMatches, type CourseTranslations } from "#features/courses/server/service.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { mostFound } from "../contract.ts";

const FoundCourse = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  language: z.string(),
  translations: jsonOf<CourseTranslations>(),
  isThere: z.boolean(),
  edits: z.boolean(),
});

/**
 * The first courses by title that have words beginning with what was typed, and that somebody can open. seesAll: they see every published course of the portal; edits:
 * which they work on in the editor.
 */
export async function findCourses(
  db: Db,
  asker: Asker,
  q: string,
  { seesAll, edits }: { readonly seesAll: boolean; readonly edits: "all" | "own" | "none" },
) {
  const { portalId, userId } = asker;
  // Unknown for a course that nobody made.
  const isOwn = edits === "none" ? sql`false` : sql`coalesce(${isOwnOf(portalId, userId)}, false)`;
  const isInCatalog = seesAll ? sql`true` : sql`((c.listed and ${isOfferedTo(asker)}) or ${isOwn})`;
  const { rows } = await typed(FoundCourse)`
    select * from (
      select c.id, c.type, c.title, c.language, c.translations,
        (c.status = 'published' and ${isInCatalog}) or (c.status <> 'draft' and c.id = any (array(
          select e.course_id from enrolments e where e.portal_id = ${portalId} and e.user_id = ${userId}))) as "isThere",
        c.type <> 'classroom' and ${edits === "all" ? sql`true` : isOwn} as edits
      from courses c where c.portal_id = ${portalId} and ${titleMatches(prefixQuery(q))}
    ) c where c."isThere" or c.edits
    order by lower(c.title), c.id limit ${mostFound}::int`.execute(db);
  return rows;
}
