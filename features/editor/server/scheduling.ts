import { asksConfirmation } from "#features/authoring/approval.ts";
import { approvalOf } from "#features/authoring/server/service.ts";
import { instantIn } from "#features/fields/date_time/instant-in.ts";
import { actorOf } from "#features/jobs/server/service.ts";
import { publicationFailed, type publicationHindrances } from "#features/notifications/events/publication_failed/publication-failed.ts";
import { notify } from "#features/notifications/server/service.ts";
import { offeredLanguages } from "#features/portal/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases } from "#platform/db/connect.ts";
import { AppError, conflict, invalid, notFound } from "#platform/errors.ts";
import type { Log } from "#platform/log.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../publish-contract.ts";
import { findCurrent } from "./publish-queries.ts";
import { checkedMove, publishes, publishNow } from "./publishing.ts";
import * as queries from "./schedule-queries.ts";
import { requireEditable, scheduledFrom } from "./service.ts";

/** Has the draft published at a time, as it is then. One thing is scheduled for a course at most; this takes the place of what was. */
export async function schedulePublication(
  context: Context,
  courseId: number,
  { at, timeZone, note: words, move: asked, unapproved = false }: Parsed<typeof api.schedulePublication>["body"],
): Promise<Result<typeof api.schedulePublication>> {
  const { db, portal } = context;
  const { key } = await requireEditable(context, courseId, { lock: true });
  const publishAt = instantIn(timeZone, at);
  if (publishAt <= new Date()) throw invalid("at", "in_the_past", "Choose a time that is still to come.");
  // Who will be in it then is not known yet, so it is asked for every course that somebody can be in.
  if (!asked && (await findCurrent(db, key)))
    throw conflict("choose_move_ahead", "People may be in this course by then. Choose what the new version means for them.");
  if (asksConfirmation(await approvalOf(db, key)) && !unapproved)
    throw conflict(
      "confirm_unapproved_ahead",
      "This draft was sent to review and is not approved as it is now. Confirm that it is to be scheduled all the same.",
    );
  const move = asked && checkedMove(asked, portal.timeZone, publishAt);
  await queries.saveSchedule(db, key, { publishAt, timeZone, note: words, move });
  await note(context, {
    action: "publication_scheduled",
    object: { kind: "course", id: courseId },
    after: { publishAt: publishAt.toISOString(), timeZone, ...move },
  });
  return scheduledFrom(await queries.findSchedule(db, key));
}

/** Takes back what was scheduled. */
export async function cancelPublication(context: Context, courseId: number): Promise<Result<typeof api.cancelPublication>> {
  const { key } = await requireEditable(context, courseId, { lock: true });
  const was = await queries.removeSchedule(context.db, key);
  if (!was) throw conflict("not_scheduled", "No publication is scheduled for this course.");
  await note(context, {
    action: "publication_cancelled",
    object: { kind: "course", id: courseId },
    before: { publishAt: was.publishAt.toISOString() },
  });
  return { cancelled: true };
}

interface Deps {
  readonly databases: Databases;
  readonly log: Log;
}

/** Publishes what is due, each course in a transaction of its own. Returns how many were published. For the worker. */
export async function publishDue({ databases, log }: Deps): Promise<number> {
  const due = await databases.readSystem("publications that are due", queries.listDue);
  let published = 0;
  for (const one of due)
    try {
      if (await publishOne(databases, one)) published++;
    } catch (error) {
      // Of one that fails for a reason of the server's, the next minute tries again; it stops no other.
      log.error({ part: "editor", err: error, portalId: one.portal.id, courseId: one.courseId }, "A scheduled publication failed.");
    }
  return published;
}

/** A failure that has passed in a minute. */
const passes = ({ status }: AppError) => status === 429 || status === 503;

async function publishOne(databases: Databases, { portal, courseId }: queries.Due): Promise<boolean> {
  const why = "scheduled publication";
  const key = { portalId: portal.id, courseId };
  try {
    return await databases.inPeopleUntimed(portal.id, why, async (db) => {
      const asked = await queries.takeDue(db, key);
      // Cancelled meanwhile, or taken by another worker.
      if (!asked) return false;
      const actor = await actorOf(db, { portalId: portal.id, userId: asked.askedBy });
      if (!actor || !publishes.allows(actor)) throw notFound("course", "This course could not be found.");
      const { publishAt, note: words, move } = asked;
      const here = { ...portal, languages: await offeredLanguages(db, portal.id) };
      const context = { db, actor, portal: here, http: byItself };
      await publishNow(context, courseId, { note: words, move, unapproved: true, scheduledAt: publishAt.toISOString() });
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError) || passes(error)) throw error;
    await databases.inPeopleUntimed(portal.id, why, async (db) => {
      const asked = await queries.takeDue(db, key);
      if (!asked) return;
      const hindrance = hindranceOf(error);
      await note(
        { db, portal, actor: { userId: asked.askedBy }, http: byItself },
        {
          action: "publication_failed",
          object: { kind: "course", id: courseId },
          before: { publishAt: asked.publishAt.toISOString() },
          after: { why: error.code },
        },
      );
      const told = new Set([asked.askedBy, ...(asked.ownerId === null ? [] : [asked.ownerId])]);
      await notify(
        db,
        portal.id,
        publicationFailed,
        [...told].map((userId) => ({
          subject: `course:${courseId}`,
          userId,
          occurrence: asked.publishAt.toISOString(),
          variables: { courseId, courseType: asked.type, course: asked.title, why: hindrance },
        })),
      );
    });
    return false;
  }
}

/** No request is behind it. */
const byItself = { ip: "", requestId: "scheduled" };

function hindranceOf({ code, status }: AppError): (typeof publicationHindrances)[number] {
  if (code === "not_ready") return "not_ready";
  if (code === "not_approved") return "not_approved";
  if (code === "draft_unchanged") return "unchanged";
  return status === 404 ? "not_allowed" : "other";
}
