import { Temporal } from "temporal-polyfill";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import type * as api from "../person-contract.ts";
import * as queries from "./enrolment-queries.ts";
import { listEnrolments, type EnrolmentRow } from "./person-queries.ts";
import { changePerson, enrolmentOf } from "./person-service.ts";

/** Published courses for enrolling somebody. */
export const showOpenCourses = async ({ db, actor }: Context, q: string): Promise<Result<typeof api.listOpenCourses>> => ({
  rows: await queries.listOpenCourses(db, actor.portalId, q),
});

type Row = Result<typeof api.enrolPerson>;
const noEnrolment = () => notFound("enrolment", "This enrolment could not be found.");

async function rowOf(db: Db, portalId: number, userId: number, enrolmentId: number): Promise<EnrolmentRow> {
  const [row] = await listEnrolments(db, portalId, userId, enrolmentId);
  if (!row) throw noEnrolment();
  return row;
}

/** A deadline that is still to come, or null for none. A day ends at 23:59:59 in the zone (INV-10). */
function deadline(field: string, text: string | null | undefined, zone: string): Date | null {
  if (!text) return null;
  const at = momentIn(field, text, zone, "23:59:59");
  if (at.getTime() <= Date.now()) throw invalid(field, "in_the_past", "Choose a date that is still to come.");
  return at;
}

/** When something was. A day means its noon in the zone, or now where that is still to come. */
function past(text: string | undefined, zone: string): Date {
  const at = text ? momentIn("at", text, zone, "12:00:00") : new Date();
  const isToday = text !== undefined && text.length === 10 && text === Temporal.Now.plainDateISO(zone).toString();
  if (isToday) return new Date(Math.min(at.getTime(), Date.now()));
  if (at.getTime() > Date.now()) throw invalid("at", "in_the_future", "Choose a date that has passed.");
  return at;
}

function momentIn(field: string, text: string, zone: string, clock: string): Date {
  try {
    if (text.length > 10) return new Date(Temporal.Instant.from(text).epochMilliseconds);
    return new Date(Temporal.PlainDateTime.from(`${text}T${clock}`).toZonedDateTime(zone).epochMilliseconds);
  } catch {
    throw invalid(field, "no_such_date", "There is no such date.");
  }
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
    await queries.lockEnrolment(db, portalId, userId, courseId);
    const enrolmentId = await queries.insertPersonCause(db, { portalId, userId, courseId, by: actor.userId, dueAt, expiresAt });
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
        after: { correctionId: id, enrolmentId, courseId: row.courseId, at: "at" in body ? (body.at ?? null) : null, reason: body.reason },
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
          const course = await queries.findCourse(db, portalId, row.courseId);
          if (!course || course.versionId === null)
            throw conflict("no_content", "This course was never published, so there is nothing to complete.");
          const at = past(body.at, zone);
          const { attemptId, completionId } = await queries.insertManualCompletion(db, {
            portalId,
            enrolmentId,
            userId,
            courseId: row.courseId,
            versionId: course.versionId,
            at,
          });
          return queries.insertCorrection(db, { ...made, attempt_id: attemptId, completion_id: completionId });
        }
        case "date": {
          const completion = row.attemptId === null ? undefined : await queries.findCompletion(db, portalId, row.attemptId);
          if (row.attemptId === null || !completion?.id)
            throw conflict("not_complete", "Only a completed course has a date of completion.");
          return queries.insertCorrection(db, {
            ...made,
            attempt_id: row.attemptId,
            completion_id: completion.id,
            value_at: past(body.at, zone),
          });
        }
      }
    }
  });

/** Takes a decision back. */
export async function reverseCorrection(context: OpenContext, userId: number, correctionId: number, reason: string): Promise<Row> {
  return changePerson(context, userId, "take a correction back", async ({ db, actor, noting }) => {
    const { portalId } = actor;
    const gone = () => notFound("correction", "This decision could not be found.");
    const found = await queries.findCorrection(db, portalId, userId, correctionId);
    if (!found) throw gone();
    await queries.lockEnrolment(db, portalId, userId, found.courseId);
    const locked = await queries.findCorrection(db, portalId, userId, correctionId);
    if (!locked) throw gone();
    if (locked.reversed) throw conflict("taken_back", "This was taken back already.");
    const completionId = locked.kind === "complete" ? locked.completionId : null;
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
