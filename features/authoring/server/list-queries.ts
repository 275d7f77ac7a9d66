import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { isOwnOf, matchesWords } from "#features/courses/server/service.ts";
import { outcomeColumn } from "#features/history/server/service.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy } from "#platform/list/server/page.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import type { coursesList } from "../contract.ts";
import { enrolledIn, fullName, peopleCounts } from "./people-sql.ts";

const orders: Record<string, RawBuilder<unknown>> = { updated: sql`updated_at`, title: sql`lower(title)`, learners: sql`learners` };

/** The columns of an AuthorCourse; needs the aliases c (courses) and n (peopleCounts). */
export const authorCourseColumns = sql`c.id, c.type, c.title, c.status, c.updated_at as "updatedAt",
  (select ${fullName("u")} from users u where u.id = c.created_by) as author,
  (select json_build_object('standard', g.standard, 'edition', g.edition) from scorm_packages g
    where g.portal_id = c.portal_id and g.course_id = c.id and c.type = 'scorm' order by g.id desc limit 1) as package,
  n.enrolled, n."inProgress", n.completed,
  exists (select from enrolments t where t.portal_id = c.portal_id and t.course_id = c.id) as "isTouched"`;

/**
 * The courses of an author, or of all authors for null, each with its newest package and numbers of people (AuthorCourse); people are only counted for
 * the rows of the page. known: courses whose numbers are known, so that they are not counted.
 */
export function coursesOf(
  portalId: number,
  ownerId: number | null,
  { q, status, sort }: Pick<ListRequest<typeof coursesList>, "q" | "status" | "sort">,
  known: readonly number[] = [],
): ListSql {
  const learners = enrolledIn(sql`c.portal_id`, sql`c.id`);
  return {
    with: sql`own as (
      select c.portal_id, c.id, c.status, c.title, c.updated_at, c.search from courses c
      where c.portal_id = ${portalId} and ${ownerId === null ? sql`true` : isOwnOf(portalId, ownerId)}
    ),
    hits as (
      select c.portal_id, c.id, c.title, c.updated_at, ${sort.endsWith("learners") ? learners : sql`0`} as learners
      from own c where ${matchesWords(prefixQuery(q))} and ${status ? sql`c.status = ${status}` : sql`true`}
    )`,
    order: orderBy(sort, orders, sql`id desc`),
    items: sql`select shown.nth, ${authorCourseColumns}
      from shown
      join courses c on c.portal_id = shown.portal_id and c.id = shown.id
      cross join lateral (${peopleCounts(sql`c.portal_id`, sql`c.id`, sql`c.id <> all (${known}::bigint[])`)}) n`,
    all: sql`(select count(*) from own)`,
  };
}

/**
 * A course's attempts (AttemptRow), latest activity first. words: part of a name or e-mail address. Progress and results are only looked up for
 * the rows of the page, each by its key.
 */
export const attemptsIn = (portalId: number, courseId: number, words: string): ListSql => ({
  with: sql`every as materialized (
      select a.id, ${fullName("u")} as learner, u.email, t.credited_seconds - t.review_seconds as study_seconds, t.review_seconds, t.flagged_claims,
        nullif(t.last_activity_at, '-infinity') as active_at,
        coalesce(nullif(t.last_activity_at, '-infinity'), a.started_at) as touched
      from enrolments e
      join attempts a on a.portal_id = e.portal_id and a.enrolment_id = e.id
      join users u on u.id = a.user_id
      left join attempt_states t on t.portal_id = a.portal_id and t.attempt_id = a.id
      where e.portal_id = ${portalId} and e.course_id = ${courseId}
    ),
    hits as (select * from every where position(lower(${words}) in lower(learner || ' ' || email)) > 0 or ${words} = '')`,
  order: sql`touched desc, id desc`,
  items: sql`select shown.nth, p.attempt_id as "attemptId", shown.learner, shown.email, p.number, v.number as version, p.started_at as "startedAt",
        shown.active_at as "lastActivityAt", coalesce(shown.study_seconds, 0) as seconds,
        coalesce(shown.review_seconds, 0) as "reviewSeconds", coalesce(shown.flagged_claims, 0) as "flaggedClaims", p.percent, p.score_percent as "scorePercent",
        ${outcomeColumn},
        exists (select from scorm_calls k where k.portal_id = ${portalId} and k.attempt_id = shown.id) as "hasLog"
      from shown
      cross join lateral (select * from attempt_progress a where a.portal_id = ${portalId} and a.attempt_id = shown.id limit 1) p
      cross join lateral (select w.number from course_versions w where w.portal_id = p.portal_id and w.id = p.version_id limit 1) v
      cross join lateral (select e.active from enrolment_standing e where e.portal_id = p.portal_id and e.enrolment_id = p.enrolment_id limit 1) s`,
  all: sql`(select count(*) from every)`,
});
