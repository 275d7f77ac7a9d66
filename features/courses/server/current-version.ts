import { sql } from "kysely";

/** What a row of courses is set to when a version becomes its current one: the version, and its words for the search (CAT-3). */
export const becomesCurrent = (versionId: number) => ({
  current_version_id: versionId,
  content_search: sql<string>`(select course_content_vector(v.content) from course_versions v where v.portal_id = courses.portal_id and v.id = ${versionId})`,
});
