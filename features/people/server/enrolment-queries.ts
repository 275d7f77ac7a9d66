import { sql } from "kysely";
import * as z from "zod/mini";
import { tellingCompleted } from "#features/notifications/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { correctionKinds } from "../person-contract.ts";

/** The portal's time zone, in which a day is meant. */
export const findZone = async (db: Db, portalId: number) =>
  (await db.selectFrom("portals").select("time_zone").where("id", "=", portalId).executeTakeFirstOrThrow()).time_zone;

export const findCourse = (db: Db, portalId: number, courseId: number) =>
  db
    .selectFrom("courses")
    .select(["id", "title", "status", "current_version_id as versionId"])
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .executeTakeFirst();

/** Adds a cause to the person's one enrolment in the course, which is made when missing. Returns the enrolment's id. */
export async function insertPersonCause(
  db: Db,
  cause: { portalId: number; userId: number; courseId: number; by: number; dueAt: Date | null; expiresAt: Date | null },
): Promise<number> {
  const { portalId, userId, courseId, by, dueAt, expiresAt } = cause;
  await sql`insert into enrolments (portal_id, user_id, course_id) values (${portalId}, ${userId}, ${courseId})
    on conflict (portal_id, user_id, course_id) do nothing`.execute(db);
  const { id } = await db
    .selectFrom("enrolments")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("enrolment_causes")
    .values({ portal_id: portalId, enrolment_id: id, kind: "person", created_by: by, due_at: dueAt, expires_at: expiresAt })
    .execute();
  return id;
}

const Ended = z.object({ id: z.int(), kind: z.string() });

/** Ends every cause of an enrolment that still stands. Returns those that it ended. */
export async function endCauses(db: Db, portalId: number, enrolmentId: number, by: number, reason: string) {
  const { rows } = await typed(Ended)`
    with ended as (
      insert into enrolment_cause_ends (portal_id, cause_id, ended_by, reason)
      select k.portal_id, k.id, ${by}, ${reason} from enrolment_causes k
      where k.portal_id = ${portalId} and k.enrolment_id = ${enrolmentId}
        and not exists (select from enrolment_cause_ends x where x.portal_id = k.portal_id and x.cause_id = k.id)
      returning cause_id)
    select k.id, k.kind from enrolment_causes k join ended e on e.cause_id = k.id where k.portal_id = ${portalId} order by k.id`.execute(
    db,
  );
  return rows;
}

/** The course of a person's enrolment; undefined for an enrolment of anybody else. */
export const findEnrolment = (db: Db, portalId: number, userId: number, enrolmentId: number) =>
  db
    .selectFrom("enrolments")
    .select(["id", "course_id as courseId"])
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("id", "=", enrolmentId)
    .executeTakeFirst();

export const lockEnrolment = (db: Db, portalId: number, userId: number, courseId: number) =>
  sql`select lock_enrolment(${portalId}, ${userId}, ${courseId})`.execute(db);

export const insertCorrection = async (
  db: Db,
  row: {
    portal_id: number;
    enrolment_id: number;
    kind: string;
    attempt_id?: number;
    completion_id?: number;
    value_at?: Date | null;
    stands_aside?: boolean;
    reason: string;
    made_by: number;
  },
) => (await db.insertInto("corrections").values(row).returning("id").executeTakeFirstOrThrow()).id;

const Made = z.object({ attemptId: z.int(), completionId: z.int() });

interface ByHand {
  readonly portalId: number;
  readonly enrolmentId: number;
  readonly courseId: number;
  readonly userId: number;
  readonly versionId: number;
  readonly at: Date;
  /** Percent; null where nothing is known. */
  readonly score: number | null;
  readonly passed: boolean | null;
  /** Whether the person is told that they completed the course. */
  readonly tells: boolean;
}

/** Completes a course by hand: an attempt of its own on the present version, with its completion. What the person is doing stays as it is. */
export async function insertManualCompletion(db: Db, made: ByHand) {
  const { portalId, enrolmentId, courseId, userId, versionId, at, score, passed, tells } = made;
  const { rows } = await typed(Made)`
    with attempt as (
      insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number, started_at)
      select ${portalId}, ${enrolmentId}, ${courseId}, ${userId}, ${versionId}, coalesce(max(number), 0) + 1, ${at}
      from attempts where portal_id = ${portalId} and enrolment_id = ${enrolmentId}
      returning portal_id, id, course_id, user_id, version_id),
    state as (insert into attempt_states (portal_id, attempt_id, last_activity_at) select portal_id, id, ${at} from attempt),
    completion as (
      insert into completions (portal_id, attempt_id, course_id, user_id, version_id, completed_at, score_percent, passed, source)
      select portal_id, id, course_id, user_id, version_id, ${at}, ${score}::numeric, ${passed}::boolean, 'manual' from attempt
      returning portal_id, id, attempt_id, course_id, user_id),
    told as (select * from completion where ${tells}::boolean),
    notified as (${tellingCompleted(sql`told`)})
    select attempt_id as "attemptId", id as "completionId" from completion`.execute(db);
  return rows[0] ?? { attemptId: 0, completionId: 0 };
}

const Correction = z.object({
  id: z.int(),
  kind: z.enum(correctionKinds),
  enrolmentId: z.int(),
  courseId: z.int(),
  completionId: z.nullable(z.int()),
  reversed: z.boolean(),
});

/** What was decided about an enrolment of this person; undefined for anybody else's. */
export async function findCorrection(db: Db, portalId: number, userId: number, id: number) {
  const { rows } = await typed(Correction)`
    select d.id, d.kind, d.enrolment_id as "enrolmentId", e.course_id as "courseId", d.completion_id as "completionId",
      exists (select from correction_reversals x where x.portal_id = d.portal_id and x.correction_id = d.id) as reversed
    from corrections d join enrolments e on e.portal_id = d.portal_id and e.id = d.enrolment_id
    where d.portal_id = ${portalId} and e.user_id = ${userId} and d.id = ${id}`.execute(db);
  return rows[0];
}

/** Takes a decision back; with the completion that came with it, where there is one. */
export async function insertReversal(
  db: Db,
  made: { portalId: number; correctionId: number; completionId: number | null; by: number; reason: string },
) {
  const { portalId: portal_id, correctionId: correction_id, completionId: completion_id, by: reversed_by, reason } = made;
  await db.insertInto("correction_reversals").values({ portal_id, correction_id, reversed_by, reason }).execute();
  if (completion_id !== null)
    await db.insertInto("completion_reversals").values({ portal_id, completion_id, reversed_by, reason }).execute();
}

/** The valid completion of an attempt. */
export const findCompletion = (db: Db, portalId: number, attemptId: number) =>
  db
    .selectFrom("attempt_progress")
    .select(["completion_id as id", "started_at as startedAt", "completed_at as completedAt"])
    .where("portal_id", "=", portalId)
    .where("attempt_id", "=", attemptId)
    .executeTakeFirst();
