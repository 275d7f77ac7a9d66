import type { AnyEvent } from "#features/notifications/event.ts";
import { eventNamed, isAboutCourse, isLetter } from "#features/notifications/events.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../../overrides-contract.ts";
import type { EventWays, Override } from "../../overrides-contract.ts";
import { findEventsOff } from "../texts/queries.ts";
import { eventOf, shownText, storeText } from "../texts/service.ts";
import * as queries from "./queries.ts";

const canBeOff = ({ name, mandatory }: AnyEvent) => !mandatory && !isLetter(name);

/** What can be set about an event, beside its texts. */
async function waysOf({ db, actor, say }: Pick<Context, "db" | "actor" | "say">, event: AnyEvent): Promise<EventWays> {
  const { name, title, timing } = event;
  return {
    event: name,
    title: title(say),
    isOff: canBeOff(event) && (await findEventsOff(db, actor.portalId)).has(name),
    canBeOff: canBeOff(event),
    isAboutCourse: isAboutCourse(event),
    timing: timing
      ? { direction: timing.direction, usual: [...timing.days], days: await queries.findDays(db, actor.portalId, name) }
      : null,
  };
}

const shown = ({ event: _event, ofId: _ofId, ...override }: queries.Found): Override => override;

type OfEvent = Parsed<typeof api.listOverrides>["params"];

/** Which courses and groups are told of an event in another way. Throws 404 for one that portals do not write. */
export async function showOverrides(context: Context, { event: name }: OfEvent): Promise<Result<typeof api.listOverrides>> {
  const event = eventOf(name);
  return {
    ...(await waysOf(context, event)),
    rows: (await queries.listOverrides(context.db, context.actor.portalId, name)).map(shown),
  };
}

/** Courses or groups that can be told in another way. */
export async function showOverridable(
  { db, actor }: Context,
  { event: name }: OfEvent,
  { kind, q }: Parsed<typeof api.findOverridable>["query"],
): Promise<Result<typeof api.findOverridable>> {
  const event = eventOf(name);
  const isPossible = kind === "group" || isAboutCourse(event);
  return { rows: isPossible ? await queries.findTargets(db, actor.portalId, { event: name, kind, q }) : [] };
}

/** Lets a course or a group be told in another way. Throws 400 for one that is not there, and for a course where the event is about none. */
export async function addOverride(
  context: Context,
  { event: name }: OfEvent,
  { kind, id }: Parsed<typeof api.addOverride>["body"],
): Promise<Result<typeof api.addOverride>> {
  const event = eventOf(name);
  if (kind === "course" && !isAboutCourse(event))
    throw invalid("kind", "not_about_course", "This email is not about a course, so no course has words of its own for it.");
  const made = await queries.insertOverride(context.db, context.actor.portalId, { event: name, kind, id });
  if (!made)
    throw kind === "course"
      ? invalid("id", "no_such_course", "There is no such course.")
      : invalid("id", "no_such_group", "There is no such group.");
  if (made.isNew) await note(context, { action: "mail_override_added", object: { kind, id }, after: { event: name } });
  return { id: made.id };
}

/** The days as they are kept: each once, in the order in which they come. Throws 400 for days that the event cannot have. */
function daysOf({ timing }: AnyEvent, days: readonly number[]): number[] {
  if (!timing) throw invalid("days", "no_timing", "This email is sent when it happens, so it has no days.");
  const isBefore = timing.direction === "before";
  if (isBefore && days.includes(0))
    throw invalid("days", "too_late", "On the day itself it is too late to call something to mind: say at least 1 day before.");
  return [...new Set(days)].toSorted((one, other) => (isBefore ? other - one : one - other));
}

/** Sets on which days the portal tells of an event; null: as usual. Throws 400 for days that it cannot have, and 404 as showOverrides does. */
export async function saveTiming(
  context: Context,
  { event: name }: OfEvent,
  { days: wanted }: Parsed<typeof api.saveTiming>["body"],
): Promise<Result<typeof api.saveTiming>> {
  const { db, actor } = context;
  const days = wanted && daysOf(eventOf(name), wanted);
  const before = await queries.findDays(db, actor.portalId, name);
  await queries.saveDays(db, actor.portalId, { event: name, courseId: null, days });
  await note(context, { action: "mail_timing_changed", before: { event: name, days: before }, after: { event: name, days } });
  return showOverrides(context, { event: name });
}

/** One override and its event. Throws 404 where the portal has no such. */
async function reach({ db, actor }: Pick<Context, "db" | "actor">, id: number) {
  const found = await queries.findOverride(db, actor.portalId, id);
  const event = found && eventNamed(found.event);
  if (!event) throw notFound("override", "This course or group is told as the portal is.");
  return { found, event };
}

const objectOf = ({ kind, ofId }: queries.Found) => ({ kind, id: ofId });

/** Sets whether and when a course or a group is told; null: inherited. Throws 400 for what the event or the group cannot have. */
export async function saveOverride(
  context: Context,
  id: number,
  { isOn, days: wanted }: Parsed<typeof api.saveOverride>["body"],
): Promise<Result<typeof api.saveOverride>> {
  const { db, actor, say } = context;
  await queries.lockOverride(db, actor.portalId, id);
  const { found, event } = await reach(context, id);
  if (isOn !== null && !canBeOff(event))
    throw invalid("isOn", "always_sent", "{event} is always sent, so it cannot be switched.", { event: event.title(say) });
  if (wanted && found.kind === "group")
    throw invalid("days", "not_of_groups", "Days are set for the portal and for single courses, not for groups.");
  const days = wanted && daysOf(event, wanted);
  await queries.updateOverride(db, actor.portalId, id, isOn);
  if (found.kind === "course") await queries.saveDays(db, actor.portalId, { event: event.name, courseId: found.ofId, days });
  await note(context, {
    action: "mail_override_changed",
    object: objectOf(found),
    before: { event: event.name, isOn: found.isOn, days: found.days },
    after: { event: event.name, isOn, days },
  });
  return shown((await reach(context, id)).found);
}

/** Removes all that a course or a group has of its own for an event. */
export async function removeOverride(context: Context, id: number): Promise<Result<typeof api.removeOverride>> {
  const { db, actor } = context;
  await queries.lockOverride(db, actor.portalId, id);
  const { found } = await reach(context, id);
  const { event, kind, ofId, isOn, days, own } = found;
  if (kind === "course") await queries.saveDays(db, actor.portalId, { event, courseId: ofId, days: null });
  await queries.deleteOverride(db, actor.portalId, id);
  await note(context, { action: "mail_override_removed", object: objectOf(found), before: { event, isOn, days, texts: own } });
  return { removed: true };
}

type OfText = Parsed<typeof api.getOverrideText>["params"];

/** The letter of a course or a group in one language. */
export async function showOverrideText(context: Context, { overrideId, language }: OfText): Promise<Result<typeof api.getOverrideText>> {
  const { found, event } = await reach(context, overrideId);
  return {
    ...(await shownText(context, { portalId: context.actor.portalId, event: event.name, language, overrideId })),
    ways: await waysOf(context, event),
    override: shown(found),
  };
}

/** Stores the text of a letter for a course or a group; null inherits again. Throws as saveText does, and 404 where it was removed meanwhile. */
export async function saveOverrideText(
  context: Context,
  { overrideId, language }: OfText,
  body: Parsed<typeof api.saveOverrideText>["body"],
): Promise<Result<typeof api.saveOverrideText>> {
  await queries.lockOverride(context.db, context.actor.portalId, overrideId);
  const { found, event } = await reach(context, overrideId);
  await storeText(context, { portalId: context.actor.portalId, event: event.name, language, overrideId }, body, objectOf(found));
  return showOverrideText(context, { overrideId, language });
}
