import { sql } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { peopleWhoFit, type Place } from "#features/conditions/server/service.ts";
import { placeOf } from "#features/roles/server/service.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { holdEverybody } from "./settle.ts";

// Who fits the conditions of courses (CAT-4) is stored as members of dynamic groups are: lists of courses and beginning ask a row, and no condition.

interface OfCourse {
  readonly portalId: number;
  readonly courseId: number;
}

/** Lets only one computing of who fits a course's condition, or change of that condition, go on at a time. Before the course is locked: stored rows lock it too. */
export const lockFitting = (db: Db, { portalId, courseId }: OfCourse) =>
  sql`select pg_advisory_xact_lock(hashtextextended('fitting of course ' || ${String(courseId)}::text, ${portalId}))`.execute(db);

/** Stores who fits the condition of a course now. The caller has called `lockFitting`. */
async function settle(db: Db, { portalId, courseId }: OfCourse, condition: Condition, place: Place): Promise<void> {
  await holdEverybody(db);
  await sql`
    with fit as materialized (${peopleWhoFit(condition, place)}),
    gone as (
      delete from course_fitting f where f.portal_id = ${portalId} and f.course_id = ${courseId} and f.user_id not in (select user_id from fit)
    )
    insert into course_fitting (portal_id, course_id, user_id)
    select ${portalId}::bigint, ${courseId}::bigint, f.user_id from fit f
    where f.user_id not in (select k.user_id from course_fitting k where k.portal_id = ${portalId} and k.course_id = ${courseId})`.execute(
    db,
  );
}

/** Portals with more people leave computing to the worker, which no limit of time ends. */
const mostAtOnce = 20_000;
const Count = z.object({ count: z.int() });

/**
 * Stores who fits a condition that a course has just got; null: it asks for none any more. In a large portal nobody fits until the worker has computed it, within
 * seconds. The caller has called `lockFitting` and stored the condition.
 */
export async function conditionChanged(
  db: Db,
  portal: { readonly id: number; readonly timeZone: string },
  courseId: number,
  condition: Condition | null,
): Promise<void> {
  const of = { portalId: portal.id, courseId };
  const { rows } = await typed(Count)`
    select count(*)::int as count from (select from memberships where portal_id = ${portal.id} limit ${mostAtOnce + 1}::int) m`.execute(db);
  if (condition && (rows[0]?.count ?? 0) <= mostAtOnce) await settle(db, of, condition, await placeOf(db, portal, [condition]));
  else await sql`delete from course_fitting where portal_id = ${portal.id} and course_id = ${courseId}`.execute(db);
  // Also for whoever is changed in a transaction that has not ended: it could not know that a condition asks for it.
  await peopleChanged(db, portal.id);
}

const Id = z.object({ id: z.int() });
/** The courses of a portal that ask for a condition. */
export const listConditioned = async (db: Db, portalId: number): Promise<number[]> =>
  (
    await typed(Id)`select id from courses where portal_id = ${portalId} and prerequisite_condition is not null order by id`.execute(db)
  ).rows.map(({ id }) => id);

const Asked = z.object({ condition: jsonOf<Condition>() });
/** Stores who fits the condition of a course now, as far as it has one. */
export async function settleCourse(db: Db, portal: { readonly id: number; readonly timeZone: string }, courseId: number): Promise<void> {
  const of = { portalId: portal.id, courseId };
  await lockFitting(db, of);
  const { rows } = await typed(Asked)`
    select prerequisite_condition as condition from courses
    where portal_id = ${portal.id} and id = ${courseId} and prerequisite_condition is not null`.execute(db);
  const condition = rows[0]?.condition;
  if (condition) await settle(db, of, condition, await placeOf(db, portal, [condition]));
}
