import { sql, type RawBuilder } from "kysely";
import type { Asker } from "#platform/actor.ts";

/**
 * The categories of a portal as the relation `tree` (id, parent_id, name, depth from 0, position, is_shown, chain: the ids from the top to it, path: orders parents before
 * children); needs `with recursive`.
 */
export const categoryTree = (portalId: number) => sql`tree as (
  select id, parent_id, name, 0 as depth, position, is_shown, picture_file_id, array[id] as chain, array[position, id] as path
  from categories where portal_id = ${portalId} and parent_id is null
  union all
  select k.id, k.parent_id, k.name, tree.depth + 1, k.position, k.is_shown, k.picture_file_id, tree.chain || k.id, tree.path || array[k.position, k.id]
  from categories k join tree on k.portal_id = ${portalId} and k.parent_id = tree.id
)`;

/** True when the course with alias c is offered to a person (CAT-1, db/functions/courses_not_offered.sql): for statements that look at many courses. */
export const isOfferedTo = ({ portalId, userId }: Asker) => sql<boolean>`c.id not in (select courses_not_offered(${portalId}, ${userId}))`;

/** The same for statements about one course, c unless another is named. */
export const isOneOfferedTo = ({ portalId, userId }: Asker, courseId: RawBuilder<unknown> = sql`c.id`) =>
  sql<boolean>`not exists (select from courses_not_offered(${portalId}, ${userId}, ${courseId}))`;

/** The ids of the given categories of a portal and their subcategories, as the relation `picked`; needs `with recursive`. */
export const pickedCategories = (portalId: number, ids: readonly number[]) => sql`picked as (
  select portal_id, id from categories where portal_id = ${portalId} and id = any(${ids}::bigint[])
  union select k.portal_id, k.id from categories k join picked on k.portal_id = picked.portal_id and k.parent_id = picked.id
)`;

/** True when the course with alias c is in a picked category; always true when `ids` is empty. */
export const inPicked = (ids: readonly number[]) =>
  ids.length
    ? sql`exists (select from course_categories cc where cc.portal_id = c.portal_id and cc.course_id = c.id and cc.category_id in (select id from picked))`
    : sql`true`;

/** True when the course with alias c matches the words (platform/db/prefix-query.ts); always true without words. */
export const matchesWords = (words: string | null) => (words === null ? sql`true` : sql`c.search @@ to_tsquery('simple', ${words})`);

/** The same for the words of its title alone, which cost a quarter. */
export const titleMatches = (words: string | null) => (words === null ? sql`true` : sql`c.title_search @@ to_tsquery('simple', ${words})`);

/** True when a person may begin the course c (CAT-4, db/functions/is_prepared.sql). */
export const isPrepared = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(c.prerequisites_asked is null or is_prepared(c.portal_id, ${userId}, c.id, c.prerequisites_asked))`;

/**
 * The same for statements that look at many courses c, each of which would start the function: relations for their `with`, and what is true of a course that the person may
 * begin. features/catalog/counts.test.ts compares both.
 */
export const preparedAmong = ({ portalId, userId }: Asker) => ({
  with: sql`completed as materialized (
      select distinct course_id from attempt_progress
      where portal_id = ${portalId} and user_id = ${userId} and completion_id is not null and passed is not false
    ),
    begun as materialized (select distinct course_id from attempts where portal_id = ${portalId} and user_id = ${userId}),
    fitting as materialized (select course_id from course_fitting where portal_id = ${portalId} and user_id = ${userId}),
    met as materialized (
      select q.course_id, count(*) as courses from course_prerequisites q
      where q.portal_id = ${portalId} and q.required_id in (select course_id from completed) group by 1
    )`,
  is: sql<boolean>`(c.prerequisites_asked is null or c.id in (select course_id from begun)
    or (c.prerequisites_asked <= coalesce((select courses from met where course_id = c.id), 0)
      and (c.prerequisite_condition is null or c.id in (select course_id from fitting))))`,
});

/** True when a person has completed a course of the portal, and not without passing it. */
export const hasCompleted = ({ portalId, userId }: Asker, courseId: RawBuilder<unknown>) =>
  sql<boolean>`has_completed(${portalId}, ${userId}, ${courseId})`;

/** The people who edit a course c besides its owner, as a JSON array. */
export const coAuthors = sql<number[]>`(select coalesce(json_agg(k.user_id), '[]') from course_authors k
  where k.portal_id = c.portal_id and k.course_id = c.id)`;

/** True when the course c is one of a person's own: they own it or edit it as a co-author. */
export const isOwnOf = (portalId: number, userId: number) => sql<boolean>`(c.created_by = ${userId}
  or c.id = any (array(select k.course_id from course_authors k where k.portal_id = ${portalId} and k.user_id = ${userId})))`;
