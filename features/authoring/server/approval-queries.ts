import { sql } from "kysely";
import * as z from "zod/mini";
import { draftPackage } from "#features/scorm/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { reviewStates } from "../team-contract.ts";

/** A mark of what the draft of the course c says: its outline, rule and pages, its package, and its texts in the languages that are offered. */
const draftMark = sql`md5(jsonb_build_array(
  (select jsonb_build_array(d.outline, d.completion, d.presentation, (
      select jsonb_agg(p.page order by p.page_id) from course_draft_pages p
      where p.portal_id = d.portal_id and p.course_id = d.course_id
        and p.page_id in (select n #>> '{}' from jsonb_path_query(d.outline, '$.chapters[*].pageIds[*]') as n)))
    from course_drafts d where d.portal_id = c.portal_id and d.course_id = c.id),
  (select g.id from ${draftPackage} g),
  (select jsonb_agg(jsonb_build_array(t.language, t.key, t.value) order by t.language, t.key)
    from course_texts t join course_languages l using (portal_id, course_id, language)
    where t.portal_id = c.portal_id and t.course_id = c.id and l.is_offered)
)::text)`;

/** The mark of the draft of the course c, as d.mark, and whether it was changed since it was approved, as d."hasChanged". */
export const draftStanding = sql`cross join lateral (
  select w.mark, c.review is not distinct from 'approved' and w.mark is distinct from (
      select r.draft_mark from course_reviews r where r.portal_id = c.portal_id and r.course_id = c.id order by r.id desc limit 1) as "hasChanged"
  from (select ${draftMark} as mark) w
) d`;

const Found = z.object({
  review: z.nullable(z.enum(reviewStates)),
  hasChanged: z.boolean(),
  settings: jsonOf<Readonly<Record<string, unknown>>>(),
});

/** Where a course stands in its review, whether its draft was changed since it was approved, and the settings of its portal as they are stored. */
export const findApproval = async (db: Db, { portalId, courseId }: { readonly portalId: number; readonly courseId: number }) =>
  oneRow(
    await typed(Found)`
      select c.review, d."hasChanged", (select p.settings from portals p where p.id = c.portal_id) as settings
      from courses c ${draftStanding} where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db),
  );
