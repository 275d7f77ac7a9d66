import * as z from "zod/mini";
import type { CourseType } from "#features/courses/course-type.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { TemplateCourse } from "../contract.ts";
import { fullName } from "./people-sql.ts";

/** The most templates that are listed. */
const mostTemplates = 500;

/** The courses of a portal that new ones can begin as, by title. */
export const findTemplates = async (db: Db, portalId: number): Promise<TemplateCourse[]> =>
  (
    await typed(TemplateCourse)`
      select c.id, c.type, c.title, ${fullName("u")} as author,
        coalesce(
          (select jsonb_array_length(jsonb_path_query_array(d.outline, '$.chapters[*].pageIds[*]')) from course_drafts d
            where d.portal_id = c.portal_id and d.course_id = c.id and c.type <> 'scorm'),
          (select jsonb_array_length(jsonb_path_query_array(v.content, '$.chapters[*].pages[*]')) from course_versions v
            where v.portal_id = c.portal_id and v.id = c.current_version_id),
          0) as pages
      from courses c left join users u on u.id = c.created_by
      where c.portal_id = ${portalId} and c.is_template
      order by lower(c.title), c.id limit ${mostTemplates}`.execute(db)
  ).rows;

const Found = z.object({ id: z.int() });
/** Whether a new course of this type can begin as this one. It stays as it is until the transaction ends. */
export const isTemplate = async (db: Db, { portalId, courseId, type }: { portalId: number; courseId: number; type: CourseType }) =>
  (
    await typed(Found)`
      select id from courses where portal_id = ${portalId} and id = ${courseId} and type = ${type} and is_template for share`.execute(db)
  ).rows.length > 0;
