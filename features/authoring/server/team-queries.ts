import { sql } from "kysely";
import * as z from "zod/mini";
import { matchesWords } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import { typed } from "#platform/db/typed.ts";
import { CourseTeam, findRequirable, type ReviewStep } from "../team-contract.ts";
import { draftStanding } from "./approval-queries.ts";
import { fullName } from "./people-sql.ts";

const { owner, coAuthors, review, hasChanged, draft, steps } = CourseTeam.shape;
const Colleague = coAuthors.def.element;
const Requirable = findRequirable.response.shape.rows.def.element;
const Team = z.object({ owner, coAuthors, review, hasChanged, draft, steps });
export type Team = z.infer<typeof Team>;
interface Key {
  readonly portalId: number;
  readonly courseId: number;
}
const person = sql`json_build_object('id', u.id, 'name', ${fullName("u")}, 'email', u.email)`;
const mostSteps = 50;

/** Who edits a course, and its newest steps of reviews. */
export const findTeam = async (db: Db, { portalId, courseId }: Key) =>
  oneRow(
    await typed(Team)`
      select (select ${person} from users u where u.id = c.created_by) as owner,
        (select coalesce(json_agg(${person} order by lower(${fullName("u")}), u.id), '[]')
          from course_authors k join users u on u.id = k.user_id where k.portal_id = c.portal_id and k.course_id = c.id) as "coAuthors",
        c.review, d.mark as draft, d."hasChanged",
        (select coalesce(json_agg(json_build_object('id', r.id, 'step', r.step, 'comment', r.comment, 'by', ${fullName("u")}, 'at', r.made_at) order by r.id desc), '[]')
          from (select * from course_reviews r where r.portal_id = c.portal_id and r.course_id = c.id order by r.id desc limit ${mostSteps}) r
          left join users u on u.id = r.made_by) as steps
      from courses c ${draftStanding} where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db),
  );

/** True for a membership m of somebody who can edit courses: authors and admins who may enter. */
const canEdit = sql`m.status = 'active' and (m.is_author or m.is_admin)`;
const mostFound = 20;

/** People of the portal who could edit courses, by a part of their name or address. */
export const listAuthors = async (db: Db, portalId: number, q: string) =>
  (
    await typed(Colleague)`
      select u.id, ${fullName("u")} as name, u.email from memberships m join users u on u.id = m.user_id and u.kind = 'person'
      where m.portal_id = ${portalId} and ${canEdit} and position(${q.trim().toLowerCase()} in lower(${fullName("u")} || ' ' || u.email)) > 0
      order by lower(${fullName("u")}), u.id limit ${mostFound}`.execute(db)
  ).rows;

const Id = z.object({ id: z.int() });

/** Which of these people can edit courses of the portal, or edit this one already. */
export const whoCanEdit = async (db: Db, { portalId, courseId }: Key, userIds: readonly number[]) =>
  (
    await typed(Id)`
      select u.id from users u where u.id = any(${[...userIds]}::bigint[]) and u.kind = 'person' and (
        exists (select from memberships m where m.portal_id = ${portalId} and m.user_id = u.id and ${canEdit})
        or exists (select from course_authors k where k.portal_id = ${portalId} and k.course_id = ${courseId} and k.user_id = u.id))`.execute(
      db,
    )
  ).rows.map(({ id }) => id);

/** Sets who edits a course besides its owner. */
export async function setCoAuthors(db: Db, { portalId, courseId }: Key, userIds: readonly number[], addedBy: number): Promise<void> {
  await sql`delete from course_authors where portal_id = ${portalId} and course_id = ${courseId}
    and user_id <> all(${[...userIds]}::bigint[])`.execute(db);
  await sql`insert into course_authors (portal_id, course_id, user_id, added_by)
    select ${portalId}::bigint, ${courseId}::bigint, id, ${addedBy}::bigint from unnest(${[...userIds]}::bigint[]) as n (id)
    on conflict do nothing`.execute(db);
}

const Is = z.object({ canOwn: z.boolean() });

/** Whether a member can own courses of the portal; false for anybody else. */
export const canOwn = async (db: Db, portalId: number, userId: number): Promise<boolean> =>
  oneRow(
    await typed(Is)`select exists (select from memberships m join users u on u.id = m.user_id and u.kind = 'person'
      where m.portal_id = ${portalId} and m.user_id = ${userId} and ${canEdit}) as "canOwn"`.execute(db),
  ).canOwn;

/** Gives a course to somebody who edits it; whoever owned it edits it from then on, as long as they are an active author or admin. */
export async function setOwner(db: Db, { portalId, courseId }: Key, userId: number, addedBy: number): Promise<void> {
  await sql`insert into course_authors (portal_id, course_id, user_id, added_by)
    select c.portal_id, c.id, m.user_id, ${addedBy}::bigint from courses c join memberships m on m.portal_id = c.portal_id and m.user_id = c.created_by
    where c.portal_id = ${portalId} and c.id = ${courseId} and ${canEdit}
    on conflict do nothing`.execute(db);
  await sql`delete from course_authors where portal_id = ${portalId} and course_id = ${courseId} and user_id = ${userId}`.execute(db);
  await sql`update courses set created_by = ${userId}, updated_at = now() where portal_id = ${portalId} and id = ${courseId}`.execute(db);
}

/** Writes a step of a review, about the draft with this mark, and where the course stands by it. Gives the step's number. */
export async function insertStep(
  db: Db,
  { portalId, courseId }: Key,
  { step, comment, mark, userId }: { readonly step: ReviewStep; readonly comment: string; readonly mark: string; readonly userId: number },
): Promise<number> {
  await sql`update courses set review = ${step === "withdrawn" ? null : step}, updated_at = now()
    where portal_id = ${portalId} and id = ${courseId}`.execute(db);
  const { id } = oneRow(
    await typed(Id)`insert into course_reviews (portal_id, course_id, step, comment, made_by, draft_mark)
      values (${portalId}, ${courseId}, ${step}, ${comment}, ${userId}, ${mark}) returning id`.execute(db),
  );
  return id;
}

/** Who looks courses over: the portal's admins, and whoever has a copy of that role that approves courses. */
export const listApprovers = async (db: Db, portalId: number) =>
  (
    await typed(Id)`select u.id from memberships m join users u on u.id = m.user_id and u.kind = 'person'
      where m.portal_id = ${portalId} and m.status = 'active' and m.is_admin
        and (m.role_limits -> 'Admin' is null or jsonb_exists(m.role_limits -> 'Admin', 'approve-courses')) order by u.id limit 100`.execute(
      db,
    )
  ).rows.map(({ id }) => id);

/** Published courses with the words, besides this one. */
export const listRequirable = async (db: Db, { portalId, courseId }: Key, q: string) =>
  (
    await typed(Requirable)`
      select c.id, c.title from courses c
      where c.portal_id = ${portalId} and c.status = 'published' and c.id <> ${courseId} and ${matchesWords(prefixQuery(q))}
      order by lower(c.title), c.id limit ${mostFound}`.execute(db)
  ).rows;
