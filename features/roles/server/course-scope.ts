import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { matchesWords } from "#features/courses/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import { typed } from "#platform/db/typed.ts";
import { forbidden } from "#platform/errors.ts";
import { mostScopeCourses } from "../contract.ts";
import { partsHeld, type OwnPart } from "./own-parts.ts";
import { scopeOf, type PeopleScope } from "./scope-sql.ts";

// A role for some courses reaches whoever is enrolled in them as every scope does (inScope). What is done about a course asks here too: that role is for these courses only.

const isLimited = ({ people }: PeopleScope) => people.some(({ courseIds }) => courseIds !== null);

/** Whether somebody may do something about a course for a person whom they reach, as SQL. userId, courseId: expressions such as sql`m.user_id`. */
export function inCourseScope(scope: PeopleScope, userId: RawBuilder<unknown>, courseId: RawBuilder<unknown>): RawBuilder<boolean> {
  // Of a person in reach there is nothing to ask where no part is for courses.
  if (!isLimited(scope)) return sql<boolean>`true`;
  const parts = scope.people.map(({ who, courseIds }) =>
    courseIds === null ? sql`${userId} in (${who})` : sql`(${courseId} = any (${courseIds}::bigint[]) and ${userId} in (${who}))`,
  );
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** The only courses about which somebody may do anything; null where they reach anybody for all courses. */
export const coursesWithin = ({ parts, people }: PeopleScope): readonly number[] | null =>
  parts === null || people.some(({ courseIds }) => courseIds === null)
    ? null
    : [...new Set(people.flatMap(({ courseIds }) => courseIds ?? []))];

interface Pair {
  readonly userId: number;
  readonly courseId: number;
}
const Found = z.object({ userId: z.int(), courseId: z.int() });

/** About which courses of which people something may be done, of some whom the person asking reaches. */
export async function reachedCourses(db: Db, scope: PeopleScope, pairs: readonly Pair[]): Promise<(pair: Pair) => boolean> {
  if (!isLimited(scope)) return () => true;
  const { rows } = await typed(Found)`
    select o.user_id as "userId", o.course_id as "courseId"
    from unnest(${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ courseId }) => courseId)}::bigint[]) as o (user_id, course_id)
    where ${inCourseScope(scope, sql`o.user_id`, sql`o.course_id`)}`.execute(db);
  const reached = new Set(rows.map(({ userId, courseId }) => `${userId}:${courseId}`));
  return ({ userId, courseId }) => reached.has(`${userId}:${courseId}`);
}

/** Refuses what is about a course for which the role of the person asking is not. The person is in reach. */
export async function requireCourseInScope(db: Db, actor: Parameters<typeof scopeOf>[1], pair: Pair): Promise<void> {
  const mayDo = await reachedCourses(db, await scopeOf(db, actor), [pair]);
  if (!mayDo(pair))
    throw forbidden("other_course", "Your role is for other courses. Somebody who looks after this person in all courses can do this.");
}

/** By whom else somebody is theirs as much as by a part for courses already: other courses are not as much. */
const alike = (part: OwnPart): OwnPart[] => [part, ...part.within.filter(({ scope }) => scope.kind !== "courses")];

/**
 * Whether a person comes among the people of a part of one's own rights by being enrolled in one of some courses, as SQL: nobody widens their rights (security.md 14) by
 * enrolling with another part of them, which may give less. Admins' rights follow from no course.
 */
export async function isWidenedBy(
  db: Db,
  actor: Pick<Actor, "portalId" | "userId" | "isAdmin" | "isSystemAdmin">,
  courseIds: readonly number[],
): Promise<(userId: RawBuilder<unknown>) => RawBuilder<boolean>> {
  const held = actor.isAdmin || actor.isSystemAdmin ? [] : await partsHeld(db, actor);
  const touched = held.filter(
    ({ scope, within }) =>
      scope.kind === "courses" &&
      scope.courseIds.some((id) => courseIds.includes(id)) &&
      !within.some((other) => other.scope.kind === "portal"),
  );
  if (touched.length === 0) return () => sql<boolean>`false`;
  return (userId) => {
    const theirs = touched.map((part) => {
      const people = alike(part).flatMap((one) => one.people.map((some) => sql`${userId} in (${some})`));
      return sql`(${sql.join(people, sql` or `)})`;
    });
    return sql<boolean>`not (${sql.join(theirs, sql` and `)})`;
  };
}

const Widened = z.object({ is: z.boolean() });

/** The same of one person: whether enrolling them in one of the courses would. */
export async function widensBy(
  db: Db,
  actor: Parameters<typeof isWidenedBy>[1],
  { userId, courseIds }: { readonly userId: number; readonly courseIds: readonly number[] },
): Promise<boolean> {
  const widened = await isWidenedBy(db, actor, courseIds);
  return oneRow(await typed(Widened)`select ${widened(sql`${userId}::bigint`)} as is`.execute(db)).is;
}

/** How many of these courses the portal has. */
export async function countCourses(db: Db, portalId: number, ids: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom("courses")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("portal_id", "=", portalId)
    .where("id", "in", [...ids])
    .executeTakeFirstOrThrow();
  return Number(count);
}

const Named = z.object({ id: z.int(), title: z.string() });

/** The courses that a scope can name, by words of their texts, by title: all but those that nobody was ever offered. */
export const findCourses = async (db: Db, portalId: number, q: string) =>
  (
    await typed(Named)`
      select c.id, c.title from courses c
      where c.portal_id = ${portalId} and c.status <> 'draft' and ${matchesWords(prefixQuery(q))}
      order by lower(c.title), c.id limit ${mostScopeCourses}::int`.execute(db)
  ).rows;
