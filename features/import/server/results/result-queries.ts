import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { NewResult } from "./judge-results.ts";

const CourseRow = z.object({ id: z.int(), title: z.string(), name: z.string(), versionId: z.int() });

/** The courses with these titles, in any case, or these numbers, that were ever published. */
export const listCourses = async (db: Db, portalId: number, written: readonly string[]) =>
  (
    await typed(CourseRow)`select id, lower(title) as title, title as name, current_version_id as "versionId" from courses
      where portal_id = ${portalId} and current_version_id is not null
        and (lower(title) = any(${written.map((one) => one.toLowerCase())}::text[])
          or id = any(${written.flatMap((one) => (/^#?\d{1,15}$/.test(one) ? Number(one.replace("#", "")) : []))}::bigint[])) order by id`.execute(
      db,
    )
  ).rows;

const ResultRow = z.object({ userId: z.int(), courseId: z.int(), day: z.string() });

/** The results that people have in courses, by the day of completion in the zone. */
export const listResults = async (
  db: Db,
  portalId: number,
  { userIds, courseIds, zone }: { userIds: readonly number[]; courseIds: readonly number[]; zone: string },
) =>
  (
    await typed(
      ResultRow,
    )`select distinct p.user_id as "userId", p.course_id as "courseId", to_char(p.completed_at at time zone ${zone}, 'YYYY-MM-DD') as day
      from attempt_progress p where p.portal_id = ${portalId} and p.user_id = any(${userIds}::bigint[]) and p.course_id = any(${courseIds}::bigint[])
        and p.completion_id is not null`.execute(db)
  ).rows;

const Written = z.object({ nth: z.int(), attemptId: z.int(), completionId: z.int() });

/**
 * Writes results: an attempt on the present version with its completion, of source import. Where somebody is not in the course, an enrolment comes with them that has
 * ended already: what was done elsewhere opens nothing. Where they have learnt here, the attempt stands aside of theirs. Gives what was written of each, by its place.
 */
export async function insertResults(
  db: Db,
  made: { readonly portalId: number; readonly by: number; readonly importId: number; readonly reason: string },
  results: readonly NewResult[],
) {
  const { portalId, by, importId, reason } = made;
  const rows = JSON.stringify(results.map((one, nth) => ({ ...one, nth })));
  const given = sql`json_to_recordset(${rows}::json) as r(nth integer, "userId" bigint, "courseId" bigint, "versionId" bigint, "startedAt" timestamptz,
    "completedAt" timestamptz, score numeric, passed boolean)`;
  await sql`with added as (
      insert into enrolments (portal_id, user_id, course_id)
      select distinct ${portalId}::bigint, r."userId", r."courseId" from ${given}
      on conflict (portal_id, user_id, course_id) do nothing returning portal_id, id),
    cause as (
      insert into enrolment_causes (portal_id, enrolment_id, kind, reference, created_by)
      select portal_id, id, 'import', ${`import ${importId}`}, ${by} from added returning portal_id, id)
    insert into enrolment_cause_ends (portal_id, cause_id, ended_by, reason) select portal_id, id, ${by}, ${reason} from cause`.execute(db);
  const { rows: written } = await typed(Written)`with given as (
      select r.*, e.id as enrolment_id, exists (select from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.id
          and not attempt_set_aside(a.portal_id, a.id)
          and not exists (select from completions c where c.portal_id = a.portal_id and c.attempt_id = a.id and c.source = 'import')) as learns,
        coalesce((select max(a.number) from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.id), 0)
          + row_number() over (partition by e.id order by r."completedAt", r.nth) as number
      from ${given} join enrolments e on e.portal_id = ${portalId} and e.user_id = r."userId" and e.course_id = r."courseId"),
    attempt as (
      insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number, started_at)
      select ${portalId}, g.enrolment_id, g."courseId", g."userId", g."versionId", g.number, g."startedAt" from given g
      returning portal_id, id, enrolment_id, course_id, user_id, version_id, number),
    of as (select g.*, a.id as attempt_id from given g join attempt a on a.enrolment_id = g.enrolment_id and a.number = g.number),
    state as (insert into attempt_states (portal_id, attempt_id, last_activity_at) select ${portalId}, attempt_id, "completedAt" from of),
    aside as (
      insert into corrections (portal_id, enrolment_id, kind, attempt_id, reason, made_by)
      select ${portalId}, enrolment_id, 'reset', attempt_id, ${reason}, ${by} from of where learns),
    completion as (
      insert into completions (portal_id, attempt_id, course_id, user_id, version_id, completed_at, score_percent, passed, source)
      select ${portalId}, attempt_id, "courseId", "userId", "versionId", "completedAt", score, passed, 'import' from of returning id, attempt_id)
    select of.nth, of.attempt_id as "attemptId", c.id as "completionId" from of join completion c on c.attempt_id = of.attempt_id`.execute(
    db,
  );
  return new Map(written.map(({ nth, ...one }) => [nth, one]));
}

const Standing = z.object({ completionId: z.int(), userId: z.int(), courseId: z.int(), isTouched: z.boolean(), isReversed: z.boolean() });

/** What became of imported results since they were written. isTouched: somebody decided something about it, or it got another result. */
export const listStanding = async (db: Db, portalId: number, completionIds: readonly number[]) =>
  (
    await typed(Standing)`select c.id as "completionId", c.user_id as "userId", c.course_id as "courseId",
        exists (select from corrections d where d.portal_id = c.portal_id and d.completion_id = c.id and not exists (
          select from correction_reversals x where x.portal_id = d.portal_id and x.correction_id = d.id))
        or exists (select from completion_results o where o.portal_id = c.portal_id and o.completion_id = c.id) as "isTouched",
        exists (select from completion_reversals x where x.portal_id = c.portal_id and x.completion_id = c.id) as "isReversed"
      from completions c where c.portal_id = ${portalId} and c.id = any(${completionIds}::bigint[])`.execute(db)
  ).rows;

/** Takes imported results back, and their attempts out of the way. */
export async function reverseResults(db: Db, made: { portalId: number; by: number; reason: string }, completionIds: readonly number[]) {
  const { portalId, by, reason } = made;
  await sql`with taken as (
      insert into completion_reversals (portal_id, completion_id, reversed_by, reason)
      select ${portalId}, id, ${by}, ${reason} from unnest(${completionIds}::bigint[]) as id returning completion_id)
    insert into corrections (portal_id, enrolment_id, kind, attempt_id, reason, made_by)
    select a.portal_id, a.enrolment_id, 'reset', a.id, ${reason}, ${by} from taken t
    join completions c on c.portal_id = ${portalId} and c.id = t.completion_id
    join attempts a on a.portal_id = c.portal_id and a.id = c.attempt_id
    where not attempt_set_aside(a.portal_id, a.id)`.execute(db);
}
