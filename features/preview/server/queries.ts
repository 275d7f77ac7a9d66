import { sql } from "kysely";
import * as z from "zod/mini";
import type { Content } from "#features/courses/content.ts";
import { CompletionRule } from "#features/courses/content.ts";
import { coAuthors, type Translations } from "#features/courses/server/service.ts";
import { CourseType } from "#features/courses/course-type.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";

export interface Key {
  readonly portalId: number;
  readonly courseId: number;
}

/** A person's name, or their email while they have none; the alias is of users. */
export const nameOf = (alias: string) =>
  sql<string>`coalesce(nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), ''), ${sql.ref(`${alias}.email`)})`;

const Course = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  createdBy: z.nullable(z.int()),
  coAuthors: jsonOf<number[]>(),
  isReviewer: z.boolean(),
  isUnderReview: z.boolean(),
  language: z.string(),
  hasDraft: z.boolean(),
  hasCurrent: z.boolean(),
});
export type Course = z.infer<typeof Course>;

/** What decides who may preview a course; undefined when the portal has none with this id. */
export async function findCourse(db: Db, { portalId, userId }: Asker, courseId: number): Promise<Course | undefined> {
  const { rows } = await typed(Course)`
    select c.id, c.type, c.title, c.language, c.created_by as "createdBy", ${coAuthors} as "coAuthors", c.current_version_id is not null as "hasCurrent",
      c.review is not null as "isUnderReview",
      exists (select from course_reviewers r where r.portal_id = c.portal_id and r.course_id = c.id and r.user_id = ${userId}) as "isReviewer",
      exists (select from course_drafts d where d.portal_id = c.portal_id and d.course_id = c.id) as "hasDraft"
    from courses c where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0];
}

const Version = z.object({ content: jsonOf<Content>(), completion: CompletionRule, translations: jsonOf<Translations>() });

/** The document of the published version that new learners get; undefined without one. */
export async function findCurrent(db: Db, { portalId, courseId }: Key) {
  const { rows } = await typed(Version)`
    select v.content, v.completion_rule as completion, v.translations from courses c
    join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0];
}

const Reviewer = z.object({ id: z.int(), name: z.string(), addedAt: z.date() });

/** The reviewers of a course who still belong to the portal. */
export async function listReviewers(db: Db, { portalId, courseId }: Key) {
  const { rows } = await typed(Reviewer)`
    select u.id, ${nameOf("u")} as name, r.added_at as "addedAt" from course_reviewers r
    join users u on u.id = r.user_id
    join memberships m on m.portal_id = r.portal_id and m.user_id = r.user_id and m.status = 'active'
    where r.portal_id = ${portalId} and r.course_id = ${courseId} order by lower(${nameOf("u")}), u.id`.execute(db);
  return rows;
}

const Person = z.object({ id: z.int(), name: z.string() });

/** Active members whose name begins with these words, in any order, or whose email is exactly this. Their emails are not told. */
export async function findMembers(db: Db, portalId: number, q: string) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = words.map((word) => sql`position(${` ${word}`} in lower(' ' || u.given_name || ' ' || u.family_name)) > 0`);
  const { rows } = await typed(Person)`
    select u.id, ${nameOf("u")} as name from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.status = 'active' and u.kind = 'person'
      and ((${sql.join(begins, sql` and `)}) or lower(u.email) = ${q.toLowerCase()})
    order by lower(${nameOf("u")}), u.id limit 10`.execute(db);
  return rows;
}

/** An active member of the portal; undefined for anybody else. */
export async function findMember(db: Db, portalId: number, userId: number) {
  const { rows } = await typed(Person)`
    select u.id, ${nameOf("u")} as name from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.user_id = ${userId} and m.status = 'active' and u.kind = 'person'`.execute(db);
  return rows[0];
}

/** Adds a reviewer; whether they were none before. */
export async function insertReviewer(db: Db, { portalId, courseId }: Key, userId: number, addedBy: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added = 0n } = await db
    .insertInto("course_reviewers")
    .values({ portal_id: portalId, course_id: courseId, user_id: userId, added_by: addedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added > 0n;
}

/** Removes a reviewer; whether they were one. */
export async function deleteReviewer(db: Db, { portalId, courseId }: Key, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("course_reviewers")
    .where("portal_id", "=", portalId)
    .where("course_id", "=", courseId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
