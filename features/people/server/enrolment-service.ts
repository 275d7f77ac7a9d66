import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { deadline, past, tellEnrolled } from "#features/enrolment/server/service.ts";
import { requireCourseInScope, widensBy } from "#features/roles/server/service.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import type * as api from "../person-contract.ts";
import * as queries from "./enrolment-queries.ts";
import { listEnrolments, type EnrolmentRow } from "./person-queries.ts";
import { changePerson, enrolmentOf } from "./person-service.ts";

type Row = Result<typeof api.enrolPerson>;
const noEnrolment = () => notFound("enrolment", "This enrolment could not be found.");

async function rowOf(db: Db, portalId: number, userId: number, enrolmentId: number): Promise<EnrolmentRow> {
  const [row] = await listEnrolments(db, portalId, userId, enrolmentId);
  if (!row) throw noEnrolment();
  return row;
}

/** Enrols a person: whoever asks is the cause (MYC-2). */
export async function enrolPerson(context: OpenContext, userId: number, body: Parsed<typeof api.enrolPerson>["body"]): Promise<Row> {
  const { courseId } = body;
  return changePerson(context, userId, "enrol a person", async ({ db, actor, noting }) => {
    const { portalId } = actor;
    const zone = await queries.findZone(db, portalId);
    const [dueAt, expiresAt] = [deadline("dueAt", body.dueAt, zone), deadline("expiresAt", body.expiresAt, zone)];
    const course = await queries.findCourse(db, portalId, courseId);
    if (!course || course.status !== "published") throw invalid("courseId", "no_such_course", "This course is not in the catalog.");
    await requireCourseInScope(db, actor, { userId, courseId });
    if (await widensBy(db, actor, { userId, courseIds: [courseId] }))
      throw forbidden(
        "own_reach",
        "Your role reaches whoever is enrolled in this course, so somebody else enrols people whom it does not reach yet.",
      );
    await queries.lockEnrolment(db, portalId, userId, courseId);
    const enrolmentId = await queries.insertPersonCause(db, { portalId, userId, courseId, by: actor.userId, dueAt, expiresAt });
    await tellEnrolled(db, portalId, actor, [enrolmentId]);
    await note(
      { db, ...noting },
      { action: "enrolled", object: { kind: "user", id: userId }, after: { enrolmentId, courseId, dueAt, expiresAt } },
    );
    return { row: enrolmentOf(await rowOf(db, portalId, userId, enrolmentId)) };
  });
}

/** Finds an enrolment of the person, locks it, and runs work on it as it then stands. */
const onEnrolment = <T>(
  context: OpenContext,
  userId: number,
  enrolmentId: number,
  why: string,
  work: (scope: Parameters<Parameters<typeof changePerson<T>>[3]>[0] & { row: EnrolmentRow }) => Promise<T>,
) =>
  changePerson(context, userId, why, async (scope) => {
    const { db, actor } = scope;
    const found = await queries.findEnrolment(db, actor.portalId, userId, enrolmentId);
    if (!found) throw noEnrolment();
    await requireCourseInScope(db, actor, { userId, courseId: found.courseId });
    await queries.lockEnrolment(db, actor.portalId, userId, found.courseId);
    return work({ ...scope, row: await rowOf(db, actor.portalId, userId, enrolmentId) });
  });

/** Ends an enrolment with all its causes. What was done in it stays. */
export const endEnrolment = (context: OpenContext, userId: number, enrolmentId: number, reason: string): Promise<Row> =>
  onEnrolment(context, userId, enrolmentId, "end an enrolment", async ({ db, actor, noting, row }) => {
    const ended = await queries.endCauses(db, actor.portalId, enrolmentId, actor.userId, reason);
    if (ended.length > 0)
      await note(
        { db, ...noting },
        {
          action: "unenrolled",
          object: { kind: "user", id: userId },
          after: { enrolmentId, courseId: row.courseId, causes: ended.map(({ kind }) => kind), reason },
        },
      );
    return { row: enrolmentOf(await rowOf(db, actor.portalId, userId, enrolmentId)) };
  });

/** Decides about an enrolment or its result. Each kind says what it needs; nothing that was recorded changes (INV-4). */
export const correctEnrolment = (
  context: OpenContext,
  userId: number,
  enrolmentId: number,
  body: Parsed<typeof api.correctEnrolment>["body"],
): Promise<Row> =>
  onEnrolment(context, userId, enrolmentId, "correct an enrolment", async ({ db, actor, noting, row }) => {
    const { portalId } = actor;
    const zone = await queries.findZone(db, portalId);
    const made = { portal_id: portalId, enrolment_id: enrolmentId, kind: body.kind, reason: body.reason, made_by: actor.userId };
    const id = await insert();
    await note(
      { db, ...noting },
      {
        action: `corrected_${body.kind}`,
        object: { kind: "user", id: userId },
        before: { dueAt: row.dueAt, completedAt: row.completedAt },
        after: {
          correctionId: id,
          enrolmentId,
          courseId: row.courseId,
          at: "at" in body ? (body.at ?? null) : null,
          ...(body.kind === "attempt" && { result: body.result, score: body.score ?? null }),
          reason: body.reason,
        },
      },
    );
    return { row: enrolmentOf(await rowOf(db, portalId, userId, enrolmentId)) };

    async function insert(): Promise<number> {
      switch (body.kind) {
        case "due":
          return queries.insertCorrection(db, { ...made, value_at: deadline("at", body.at, zone) });
        case "exempt":
          return queries.insertCorrection(db, made);
        case "reset": {
          if (row.attemptId === null) throw conflict("no_attempt", "There is no attempt to reset.");
          return queries.insertCorrection(db, { ...made, attempt_id: row.attemptId });
        }
        case "complete": {
          if (row.completedAt !== null) throw conflict("is_complete", "This course is complete already.");
          const byHand = await insertByHand(past("at", body.at, zone), { score: null, passed: null, tells: true });
          return queries.insertCorrection(db, { ...made, ...byHand });
        }
        case "attempt": {
          const at = past("at", body.at, zone);
          const newest = row.attemptId === null ? undefined : await queries.findCompletion(db, portalId, row.attemptId);
          const done = newest?.completedAt ?? newest?.startedAt;
          const standsAside = done !== undefined && done !== null && at < done;
          const passed = body.result === "completed" ? null : body.result === "passed";
          const byHand = await insertByHand(at, { score: body.score ?? null, passed, tells: passed !== false && !standsAside });
          return queries.insertCorrection(db, { ...made, ...byHand, value_at: at, stands_aside: standsAside });
        }
        case "date": {
          const completion = row.attemptId === null ? undefined : await queries.findCompletion(db, portalId, row.attemptId);
          if (row.attemptId === null || !completion?.id)
            throw conflict("not_complete", "Only a completed course has a date of completion.");
          return queries.insertCorrection(db, {
            ...made,
            attempt_id: row.attemptId,
            completion_id: completion.id,
            value_at: past("at", body.at, zone),
          });
        }
      }
    }

    async function insertByHand(at: Date, result: { score: number | null; passed: boolean | null; tells: boolean }) {
      const course = await queries.findCourse(db, portalId, row.courseId);
      if (!course || course.versionId === null)
        throw conflict("no_content", "This course was never published, so there is nothing to complete.");
      const { courseId } = row;
      const { versionId } = course;
      const { attemptId, completionId } = await queries.insertManualCompletion(db, {
        portalId,
        enrolmentId,
        userId,
        courseId,
        versionId,
        at,
        ...result,
      });
      return { attempt_id: attemptId, completion_id: completionId };
    }
  });

/** Takes a decision back. */
export async function reverseCorrection(context: OpenContext, userId: number, correctionId: number, reason: string): Promise<Row> {
  return changePerson(context, userId, "take a correction back", async ({ db, actor, noting }) => {
    const { portalId } = actor;
    const gone = () => notFound("correction", "This decision could not be found.");
    const found = await queries.findCorrection(db, portalId, userId, correctionId);
    if (!found) throw gone();
    await requireCourseInScope(db, actor, { userId, courseId: found.courseId });
    await queries.lockEnrolment(db, portalId, userId, found.courseId);
    const locked = await queries.findCorrection(db, portalId, userId, correctionId);
    if (!locked) throw gone();
    if (locked.reversed) throw conflict("taken_back", "This was taken back already.");
    const completionId = locked.kind === "complete" || locked.kind === "attempt" ? locked.completionId : null;
    await queries.insertReversal(db, { portalId, correctionId, completionId, by: actor.userId, reason });
    await note(
      { db, ...noting },
      {
        action: "correction_reversed",
        object: { kind: "user", id: userId },
        after: { correctionId, kind: locked.kind, enrolmentId: locked.enrolmentId, courseId: locked.courseId, reason },
      },
    );
    return { row: enrolmentOf(await rowOf(db, portalId, userId, locked.enrolmentId)) };
  });
}
