import * as z from "zod/mini";
import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { nameOf, type Key } from "./queries.ts";

const Row = z.object({
  id: z.int(),
  threadId: z.nullable(z.int()),
  pageId: z.string(),
  pageTitle: z.string(),
  blockId: z.nullable(z.string()),
  about: z.string(),
  authorId: z.int(),
  author: z.string(),
  words: z.string(),
  writtenAt: z.date(),
  editedAt: z.nullable(z.date()),
  assigneeId: z.nullable(z.int()),
  assignee: z.nullable(z.string()),
  resolvedAt: z.nullable(z.date()),
  resolvedById: z.nullable(z.int()),
  resolvedBy: z.nullable(z.string()),
});
export type CommentRow = z.infer<typeof Row>;

const commentsWhere = (condition: ReturnType<typeof sql>) => typed(Row)`
  select k.id, k.thread_id as "threadId", k.page_id as "pageId", k.page_title as "pageTitle", k.block_id as "blockId", k.about,
    k.author_id as "authorId", ${nameOf("a")} as author, k.words, k.written_at as "writtenAt", k.edited_at as "editedAt",
    k.assignee_id as "assigneeId", case when k.assignee_id is not null then ${nameOf("s")} end as assignee,
    k.resolved_at as "resolvedAt", k.resolved_by as "resolvedById", case when k.resolved_by is not null then ${nameOf("r")} end as "resolvedBy"
  from review_comments k join users a on a.id = k.author_id
  left join users s on s.id = k.assignee_id
  left join users r on r.id = k.resolved_by
  where ${condition} order by k.id`;

/** All comments and replies of a course, oldest first. */
export const listComments = async (db: Db, { portalId, courseId }: Key): Promise<CommentRow[]> =>
  (await commentsWhere(sql`k.portal_id = ${portalId} and k.course_id = ${courseId}`).execute(db)).rows;

/** A comment or a reply of a course; undefined where the course has none with this id. */
export const findComment = async (db: Db, { portalId, courseId }: Key, id: number): Promise<CommentRow | undefined> =>
  (await commentsWhere(sql`k.portal_id = ${portalId} and k.course_id = ${courseId} and k.id = ${id}`).execute(db)).rows[0];

const Count = z.object({ count: z.int() });

export const countComments = async (db: Db, { portalId, courseId }: Key): Promise<number> =>
  oneRow(
    await typed(
      Count,
    )`select count(*)::int as count from review_comments where portal_id = ${portalId} and course_id = ${courseId}`.execute(db),
  ).count;

const Id = z.object({ id: z.int() });

/** Who has written into a thread, each once. */
export async function listWriters(db: Db, portalId: number, threadId: number): Promise<number[]> {
  const { rows } = await typed(Id)`select distinct author_id as id from review_comments
    where portal_id = ${portalId} and (id = ${threadId} or thread_id = ${threadId})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these people are active members of the portal. */
export async function activeOf(db: Db, portalId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await typed(Id)`select user_id as id from memberships
    where portal_id = ${portalId} and user_id = any(${[...userIds]}::bigint[]) and status = 'active'`.execute(db);
  return rows.map(({ id }) => id);
}

const Person = z.object({ id: z.int(), name: z.string() });

/** Who can be asked to deal with a comment: the course's author, its reviewers, and whoever has commented; members only. */
export async function listPeople(db: Db, { portalId, courseId }: Key) {
  const { rows } = await typed(Person)`
    select u.id, ${nameOf("u")} as name from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.status = 'active' and m.user_id in (
      select created_by from courses where portal_id = ${portalId} and id = ${courseId}
      union select user_id from course_reviewers where portal_id = ${portalId} and course_id = ${courseId}
      union select author_id from review_comments where portal_id = ${portalId} and course_id = ${courseId})
    order by lower(${nameOf("u")}), u.id`.execute(db);
  return rows;
}

interface NewComment {
  readonly threadId: number | null;
  readonly pageId: string;
  readonly pageTitle: string;
  readonly blockId: string | null;
  readonly about: string;
  readonly authorId: number;
  readonly words: string;
}

export async function insertComment(db: Db, { portalId, courseId }: Key, comment: NewComment): Promise<number> {
  const { id } = await db
    .insertInto("review_comments")
    .values({
      portal_id: portalId,
      course_id: courseId,
      thread_id: comment.threadId,
      page_id: comment.pageId,
      page_title: comment.pageTitle,
      block_id: comment.blockId,
      about: comment.about,
      author_id: comment.authorId,
      words: comment.words,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const one = (db: Db, portalId: number, id: number) =>
  db.updateTable("review_comments").where("portal_id", "=", portalId).where("id", "=", id);

export const updateWords = (db: Db, portalId: number, id: number, words: string) =>
  one(db, portalId, id)
    .set({ words, edited_at: sql`now()` })
    .execute();

/** by: who resolves it; null opens it again. Returns whether anything changed. */
export async function updateResolved(db: Db, portalId: number, id: number, by: number | null): Promise<boolean> {
  const { numUpdatedRows } = await one(db, portalId, id)
    .set({ resolved_at: by === null ? null : sql`now()`, resolved_by: by })
    .where("resolved_at", by === null ? "is not" : "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const updateAssignee = (db: Db, portalId: number, id: number, userId: number | null) =>
  one(db, portalId, id).set({ assignee_id: userId }).execute();

/** Deletes a comment with its replies. */
export const deleteComment = (db: Db, portalId: number, id: number) =>
  db.deleteFrom("review_comments").where("portal_id", "=", portalId).where("id", "=", id).execute();
