import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { isPrepared } from "#features/courses/server/service.ts";
import { entries } from "../primary-action.ts";

export { newestAttempt } from "#features/progress/server/service.ts";

/** An instant: a Date in a column, text in JSON. */
const anInstant = z.nullable(z.union([z.date(), z.string()]));

/** A person's standing in a course, as the database returns it. */
export const StandingRow = z.object({
  status: z.enum(["draft", "published", "archived"]),
  selfEnrol: z.boolean(),
  hasContent: z.boolean(),
  entry: z.enum(entries),
  isPriced: z.boolean(),
  isPrepared: z.boolean(),
  enrolmentId: z.nullable(z.int()),
  active: z.nullable(z.boolean()),
  dueAt: anInstant,
  expiresAt: anInstant,
  attemptId: z.nullable(z.int()),
  attemptNumber: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  completedAt: anInstant,
  scorePercent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
});
export type StandingRow = z.infer<typeof StandingRow>;

/** Whether the dates of a course c let people enrol themselves now. */
const entryOf = sql<
  (typeof entries)[number]
>`case when c.enrol_until <= now() then 'closed' when c.enrol_from > now() then 'upcoming' else 'open' end`;

/** The columns of a StandingRow; needs the aliases c (courses), s (enrolment_standing) and p (attempt_progress) of this person. */
export const standingColumns = (
  userId: number,
) => sql`c.status, c.self_enrol as "selfEnrol", c.current_version_id is not null as "hasContent",
  ${entryOf} as entry, c.price_cents is not null as "isPriced", ${isPrepared(sql`${userId}`)} as "isPrepared",
  s.enrolment_id as "enrolmentId", s.active, s.due_at as "dueAt", s.expires_at as "expiresAt",
  p.attempt_id as "attemptId", p.number as "attemptNumber", p.percent, p.completed_at as "completedAt",
  p.score_percent as "scorePercent", p.passed`;

/** True for a cause k (enrolment_causes) that was not ended. */
export const causeStands = sql`not exists (select from enrolment_cause_ends x where x.portal_id = k.portal_id and x.cause_id = k.id)`;

/** True for a cause k that is in force: neither ended nor expired. */
export const causeHolds = sql`((k.expires_at is null or k.expires_at > now()) and ${causeStands})`;

/** True for a course c in which a member who was never enrolled, and who is prepared for it, may enrol, as primaryAction (../primary-action.ts) decides. */
export const isOffered = sql<boolean>`(c.status = 'published' and c.self_enrol and c.current_version_id is not null and c.price_cents is null and ${entryOf} = 'open')`;

/** True for a published course c that not every member can begin at any time: it asks for something first, has dates, or is not one in which people enrol themselves. */
export const isLimited = sql<boolean>`(c.prerequisites_asked is not null or c.enrol_from is not null or c.enrol_until is not null
  or not c.self_enrol or c.current_version_id is null or c.price_cents is not null)`;
/**
 * True for a published course c of which primaryAction lets somebody do something now: enrol, begin, continue, or take it again. s: their standing in it, of which it needs
 * active; isReady: whether they are prepared for it. Whoever has begun a course is, and it has something to open. features/catalog/counts.test.ts compares both.
 */
export const isForNow = (isReady: RawBuilder<unknown>, isMember: RawBuilder<unknown>) =>
  sql<boolean>`(c.current_version_id is not null and (coalesce(s.active, false) or (${isMember} and ${isOffered})) and ${isReady})`;

/** True for a course c in which this member, who was never enrolled, may enrol. */
export const isOpenToEnrol = (userId: RawBuilder<unknown>) => sql<boolean>`(${isOffered} and ${isPrepared(userId)})`;
