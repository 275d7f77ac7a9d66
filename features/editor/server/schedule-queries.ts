import { sql } from "kysely";
import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { Move } from "../scheduled.ts";
import { findOwned, scheduledOf, type Key, type StoredSchedule } from "./queries.ts";

/** Stores what is scheduled for a course, instead of what was. */
export const saveSchedule = (
  db: Db,
  { portalId, courseId, userId }: Key & { readonly userId: number },
  {
    publishAt,
    timeZone,
    note,
    move,
  }: { readonly publishAt: Date; readonly timeZone: string; readonly note: string; readonly move?: Move | undefined },
) =>
  sql`
    insert into scheduled_publications (portal_id, course_id, publish_at, time_zone, note, in_progress, completed, retake_by, asked_by)
    values (${portalId}, ${courseId}, ${publishAt}, ${timeZone}, ${note}, ${move?.inProgress ?? null}, ${move?.completed ?? null},
      ${move?.retakeBy ?? null}, ${userId})
    on conflict (portal_id, course_id) do update set publish_at = excluded.publish_at, time_zone = excluded.time_zone, note = excluded.note,
      in_progress = excluded.in_progress, completed = excluded.completed, retake_by = excluded.retake_by, asked_by = excluded.asked_by, asked_at = now()`.execute(
    db,
  );

const Found = z.object({ scheduled: jsonOf<StoredSchedule>() });

/** What is scheduled for a course that has something scheduled. */
export async function findSchedule(db: Db, { portalId, courseId }: Key): Promise<StoredSchedule> {
  return oneRow(await typed(Found)`select ${scheduledOf(sql`${portalId}::bigint`, sql`${courseId}::bigint`)} as scheduled`.execute(db))
    .scheduled;
}

const Removed = z.object({ publishAt: z.date() });

/** Removes what is scheduled for a course; undefined when nothing is. */
export async function removeSchedule(db: Db, { portalId, courseId }: Key) {
  const { rows } = await typed(Removed)`
    delete from scheduled_publications where portal_id = ${portalId} and course_id = ${courseId} returning publish_at as "publishAt"`.execute(
    db,
  );
  return rows[0];
}

const Due = z.object({
  portal: jsonOf<{ readonly id: number; readonly locale: string; readonly timeZone: string }>(),
  courseId: z.int(),
});
export type Due = z.infer<typeof Due>;

/** Courses of all portals whose time has come, the one that waits longest first. */
export async function listDue(db: Db): Promise<Due[]> {
  const { rows } = await typed(Due)`
    select json_build_object('id', p.id, 'locale', p.locale, 'timeZone', p.time_zone) as portal, s.course_id as "courseId"
    from scheduled_publications s join portals p on p.id = s.portal_id
    where s.publish_at <= now() and p.status = 'active' order by s.publish_at limit 100`.execute(db);
  return rows;
}

const Taken = z.object({
  publishAt: z.date(),
  note: z.string(),
  inProgress: z.nullable(Move.shape.inProgress),
  completed: z.nullable(Move.shape.completed),
  retakeBy: z.nullable(z.string()),
  askedBy: z.int(),
  title: z.string(),
  type: CourseType,
  ownerId: z.nullable(z.int()),
});

/** Takes what is due for a course out of the table; undefined when it is not there any more. The course is locked first, as everybody does who changes what is scheduled. */
export async function takeDue(db: Db, { portalId, courseId }: Key) {
  await findOwned(db, { portalId, courseId }, { lock: true });
  const { rows } = await typed(Taken)`
    delete from scheduled_publications s using courses c
    where s.portal_id = ${portalId} and s.course_id = ${courseId} and s.publish_at <= now() and c.portal_id = s.portal_id and c.id = s.course_id
    returning s.publish_at as "publishAt", s.note, s.in_progress as "inProgress", s.completed, s.retake_by::text as "retakeBy",
      s.asked_by as "askedBy", c.title, c.type, c.created_by as "ownerId"`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { inProgress, completed, retakeBy, ...rest } = row;
  return { ...rest, move: inProgress && completed ? { inProgress, completed, retakeBy } : undefined };
}
