import { sql } from "kysely";
import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { inPicked, isOneOfferedTo, matchesWords, pickedCategories, type CourseTranslations } from "#features/courses/server/service.ts";
import { Category, MyCourseState } from "../contract.ts";
import { mostOpenCourses } from "../enrolling-contract.ts";
import { myCoursesList } from "../my-courses-list.ts";
import { Reason } from "./reasons.ts";
import { causeStands, newestAttempt, standingColumns, StandingRow } from "./standing-sql.ts";

const MyCourseRow = z.extend(StandingRow, {
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  translations: jsonOf<CourseTranslations>(),
  minutes: z.int(),
  coverFileId: z.nullable(z.int()),
  state: MyCourseState,
  lastActivityAt: z.nullable(z.string()),
  reasons: z.nullable(z.array(Reason)),
  /** Whether it matches the words, the category and the type that were asked for. */
  matches: z.boolean(),
});
const MyCourseRows = z.object({ rows: z.array(MyCourseRow), categories: z.array(Category) });

const orders = {
  due: sql`case when state in ('todo', 'inProgress') then "dueAt" end nulls last, state in ('done', 'expired'), touched desc, "courseId"`,
  recent: sql`touched desc, "courseId"`,
  title: sql`lower(title), "courseId"`,
};

/**
 * All courses of a person in the order asked for, and the categories that occur among them. By due date, overdue ones come first and ended ones last. Counting
 * and cutting out the page is the service's: for the courses of one person that costs less than asking PostgreSQL for it.
 */
function myCoursesOf({ portalId, userId }: Asker, { q, category, type, sort }: ListRequest<typeof myCoursesList>) {
  const picked = category === null ? [] : [category];
  return typed(MyCourseRows)`
    with recursive ${pickedCategories(portalId, picked)},
    mine as materialized (
      select c.id as "courseId", c.type, c.title, c.translations, c.minutes, c.cover_file_id as "coverFileId", ${standingColumns(userId)}, s.reasons,
        nullif(t.last_activity_at, '-infinity') as "lastActivityAt",
        coalesce(nullif(t.last_activity_at, '-infinity'), p.completed_at, p.started_at, s.created_at) as touched,
        ${matchesWords(prefixQuery(q))} and ${inPicked(picked)} and ${type ? sql`c.type = ${type}` : sql`true`} as matches,
        case when p.completion_id is not null then 'done' when not s.active then 'expired'
          when p.attempt_id is null then 'todo' else 'inProgress' end as state
      from enrolment_standing s
      join courses c on c.portal_id = s.portal_id and c.id = s.course_id and c.status <> 'draft'
      left join ${newestAttempt}
      left join attempt_states t on t.portal_id = s.portal_id and t.attempt_id = p.attempt_id
      -- Left before anything began: the person ended it, so it is no longer one of theirs.
      where s.portal_id = ${portalId} and s.user_id = ${userId} and (s.active or s.expires_at is not null or p.attempt_id is not null)
    )
    select coalesce(json_agg(mine order by ${orders[sort]}), '[]') as rows,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.position, g.name), '[]')
        from categories g where g.portal_id = ${portalId} and g.id = any (array(
          select cc.category_id from course_categories cc
          where cc.portal_id = ${portalId} and cc.course_id = any (array(select "courseId" from mine))))) as categories
    from mine`;
}

type Request = ListRequest<typeof myCoursesList>;

/** All courses of My Courses in their order, whether each matches, and their categories: one statement. */
export const findMyCourses = async (db: Db, asker: Asker, query: Request) => oneRow(await myCoursesOf(asker, query).execute(db));

/** The statement of findMyCourses. */
export const myCoursesStatement = (asker: Asker, query: Request) => myCoursesOf(asker, query).compile();

const Standing = z.extend(StandingRow, {
  title: z.string(),
  isMember: z.boolean(),
  reasons: z.nullable(z.array(Reason)),
  isOffered: z.boolean(),
});

/** A person's standing in a course; undefined when the portal has no such course. */
export async function findStanding(db: Db, { portalId, userId }: Asker, courseId: number) {
  const { rows } = await typed(Standing)`
    select c.title, ${standingColumns(userId)},
      s.reasons, ${isOneOfferedTo({ portalId, userId })} as "isOffered",
      exists (select from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId} and m.status = 'active') as "isMember"
    from courses c
    left join lateral (select * from enrolment_standing where portal_id = ${portalId} and user_id = ${userId} and course_id = ${courseId}) s on true
    left join ${newestAttempt}
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0];
}

/** Takes an advisory lock on a person's enrolment in a course until the transaction ends, so that changes run one after another. */
export const lockEnrolment = (db: Db, portalId: number, userId: number, courseId: number) =>
  sql`select lock_enrolment(${portalId}, ${userId}, ${courseId})`.execute(db);

/** The person's one enrolment row for the course, created when missing. Returns its id. */
export async function insertEnrolment(db: Db, portalId: number, userId: number, courseId: number): Promise<number> {
  const made = await db
    .insertInto("enrolments")
    .values({ portal_id: portalId, user_id: userId, course_id: courseId })
    .onConflict((conflict) => conflict.columns(["portal_id", "user_id", "course_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) return made.id;
  const found = await db
    .selectFrom("enrolments")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    .executeTakeFirstOrThrow();
  return found.id;
}

/** Records that the person enrolled by themselves. */
export const insertSelfCause = (db: Db, portalId: number, enrolmentId: number, userId: number) =>
  db.insertInto("enrolment_causes").values({ portal_id: portalId, enrolment_id: enrolmentId, kind: "self", created_by: userId }).execute();

/** Ends the person's own causes of the enrolment that are still in force. */
export const endSelfCauses = (db: Db, { portalId, userId }: Asker, enrolmentId: number) =>
  sql`insert into enrolment_cause_ends (portal_id, cause_id, ended_by, reason)
    select k.portal_id, k.id, ${userId}, 'left' from enrolment_causes k
    where k.portal_id = ${portalId} and k.enrolment_id = ${enrolmentId} and k.kind = 'self' and ${causeStands}`.execute(db);

const OpenCourse = z.object({ id: z.int(), title: z.string() });

/** The first published courses with the words, by title. */
export const listOpenCourses = async (db: Db, portalId: number, q: string, within: readonly number[] | null) =>
  (
    await typed(OpenCourse)`
      select c.id, c.title from courses c
      where c.portal_id = ${portalId} and c.status = 'published' and ${matchesWords(prefixQuery(q))}
        and ${within ? sql`c.id = any (${within}::bigint[])` : sql`true`}
      order by lower(c.title), c.id limit ${mostOpenCourses}::int`.execute(db)
  ).rows;
