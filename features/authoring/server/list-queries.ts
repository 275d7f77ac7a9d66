import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { CourseType } from "#features/courses/course-type.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { matchesWords } from "#features/courses/server/service.ts";
import type { Outcome } from "#features/history/contract.ts";
import { outcomeColumn } from "#features/history/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import type { AuthorSort, CourseStatus } from "../contract.ts";
import { fullName, peopleCounts } from "./people-sql.ts";

export interface ListFilter {
  portalId: number;
  /** null: every author's. */
  ownerId: number | null;
  words: string | null;
  status: CourseStatus | undefined;
  sort: AuthorSort;
  page: number;
  pageSize: number;
}

export interface CourseListRow {
  id: number;
  type: CourseType;
  title: string;
  status: CourseStatus;
  updatedAt: string;
  author: string | null;
  package: { standard: string; edition: string } | null;
  enrolled: number;
  inProgress: number;
  completed: number;
}

const orders: Record<AuthorSort, RawBuilder<unknown>> = {
  "-updated": sql`updated_at desc, id desc`,
  updated: sql`updated_at, id`,
  title: sql`lower(title), id`,
  "-title": sql`lower(title) desc, id desc`,
  learners: sql`learners, id`,
  "-learners": sql`learners desc, id desc`,
};

/** One page of courses with their newest package and counts of people, in one statement; the counts are made for the rows shown. */
export async function listCourses(db: Db, filter: ListFilter) {
  const { portalId, ownerId, words, status, sort, page, pageSize } = filter;
  const found = await sql<{ page: number; total: number; all: number; rows: CourseListRow[] }>`
    with own as (
      select c.portal_id, c.id, c.status, c.title, c.updated_at, c.search from courses c
      where c.portal_id = ${portalId} and ${ownerId === null ? sql`true` : sql`c.created_by = ${ownerId}`}
    ),
    hits as (
      select c.*, ${sort.endsWith("learners") ? sql`(select count(*) from enrolments e where e.portal_id = c.portal_id and e.course_id = c.id)` : sql`0`} as learners
      from own c where ${matchesWords(words)} and ${status ? sql`c.status = ${status}` : sql`true`}
    ),
    place as (
      select count(*)::int as total, least(${page}::int, greatest(1, ceil(count(*) / ${pageSize}::numeric)::int)) as page from hits
    ),
    shown as (
      select portal_id, id, row_number() over (order by ${orders[sort]}) as nth from hits
      order by nth limit ${pageSize}::int offset ((select page from place) - 1) * ${pageSize}::int
    ),
    items as (
      select shown.nth, c.id, c.type, c.title, c.status, c.updated_at as "updatedAt",
        (select ${fullName("u")} from users u where u.id = c.created_by) as author,
        (select json_build_object('standard', g.standard, 'edition', g.edition) from scorm_packages g
          where g.portal_id = c.portal_id and g.course_id = c.id order by g.id desc limit 1) as package,
        n.enrolled, n."inProgress", n.completed
      from shown
      join courses c on c.portal_id = shown.portal_id and c.id = shown.id
      cross join lateral (${peopleCounts(sql`c.portal_id`, sql`c.id`)}) n
    )
    select page, total, (select count(*)::int from own) as all, (select coalesce(json_agg(items order by nth), '[]') from items) as rows
    from place`.execute(db);
  return oneRow(found);
}

export interface CourseAttempt {
  attemptId: number;
  learner: string;
  email: string;
  number: number;
  version: number;
  startedAt: string;
  lastActivityAt: string | null;
  seconds: number;
  percent: number;
  scorePercent: number | null;
  outcome: Outcome;
}

/**
 * One page of a course's attempts, latest activity first. words: part of a name or address. What an attempt came to is looked up for the
 * rows shown only, each by its key.
 */
export async function listAttempts(db: Db, filter: { portalId: number; courseId: number; words: string; page: number; pageSize: number }) {
  const { portalId, courseId, words, page, pageSize } = filter;
  return oneRow(
    await sql<{ rows: CourseAttempt[]; page: number; total: number; all: number }>`
    with every as materialized (
      select a.id, coalesce(${fullName("u")}, u.email) as learner, u.email, t.credited_seconds, nullif(t.last_activity_at, '-infinity') as active_at,
        coalesce(nullif(t.last_activity_at, '-infinity'), a.started_at) as touched
      from enrolments e
      join attempts a on a.portal_id = e.portal_id and a.enrolment_id = e.id
      join users u on u.id = a.user_id
      left join attempt_states t on t.portal_id = a.portal_id and t.attempt_id = a.id
      where e.portal_id = ${portalId} and e.course_id = ${courseId}
    ),
    hits as (select * from every where position(lower(${words}) in lower(learner || ' ' || email)) > 0 or ${words} = ''),
    place as (
      select count(*)::int as total, least(${page}::int, greatest(1, ceil(count(*) / ${pageSize}::numeric)::int)) as page from hits
    ),
    shown as (
      select *, row_number() over (order by touched desc, id desc) as nth from hits
      order by nth limit ${pageSize}::int offset ((select page from place) - 1) * ${pageSize}::int
    ),
    items as (
      select shown.nth, p.attempt_id as "attemptId", shown.learner, shown.email, p.number, v.number as version, p.started_at as "startedAt",
        shown.active_at as "lastActivityAt", coalesce(shown.credited_seconds, 0) as seconds, p.percent, p.score_percent as "scorePercent",
        ${outcomeColumn}
      from shown
      cross join lateral (select * from attempt_progress a where a.portal_id = ${portalId} and a.attempt_id = shown.id limit 1) p
      cross join lateral (select w.number from course_versions w where w.portal_id = p.portal_id and w.id = p.version_id limit 1) v
      cross join lateral (select e.active from enrolment_standing e where e.portal_id = p.portal_id and e.enrolment_id = p.enrolment_id limit 1) s
    )
    select page, total, (select count(*)::int from every) as all, (select coalesce(json_agg(items order by nth), '[]') from items) as rows
    from place`.execute(db),
  );
}
