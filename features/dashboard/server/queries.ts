import { sql } from "kysely";
import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { personFits, type Place } from "#features/conditions/server/service.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { isOfferedTo, isOwnOf, type CourseTranslations } from "#features/courses/server/service.ts";
import { isOffered, isOpenToEnrol, newestAttempt, Reason, standingColumns, StandingRow } from "#features/enrolment/server/service.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";

const LearningRow = z.extend(StandingRow, {
  enrolmentId: z.int(),
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  translations: jsonOf<CourseTranslations>(),
  minutes: z.int(),
  coverFileId: z.nullable(z.int()),
  enrolledAt: z.date(),
  /** The attempt's version, or the one that an attempt would start on. */
  versionId: z.nullable(z.int()),
  lastActivityAt: z.nullable(z.date()),
  pageId: z.nullable(z.string()),
  /** Why the person is enrolled. */
  reasons: z.nullable(z.array(Reason)),
  /** The done pages of the attempt; null once it is complete. */
  donePages: z.nullable(z.array(z.string())),
});
export type LearningRow = z.infer<typeof LearningRow>;
const Frame = z.object({ widgets: z.unknown(), zone: z.string(), nth: z.int() });

/**
 * The stored widget choices, the portal's time zone, and which of some audiences the person is in first, by its place from 0; as many as there are for none.
 * widgets is null for a non-member (a visiting system admin).
 */
export const frameOf = ({ portalId, userId }: Asker, audiences: readonly Condition[], place: Place) => typed(Frame)`
    select m.widgets, p.time_zone as zone, ${
      audiences.length === 0
        ? sql`0`
        : sql`case ${sql.join(
            audiences.map((audience, nth) => sql`when ${personFits(audience, place, sql`${userId}`)} then ${sql.lit(nth)}`),
            sql` `,
          )} else ${sql.lit(audiences.length)} end`
    } as nth
    from portals p left join memberships m on m.portal_id = p.id and m.user_id = ${userId}
    where p.id = ${portalId}`;

/** Every course the person may enter, with its latest attempt. */
export const learningOf = ({ portalId, userId }: Asker) => typed(LearningRow)`
    select c.id as "courseId", c.type, c.title, c.translations, c.minutes, c.cover_file_id as "coverFileId", ${standingColumns(userId)},
      s.reasons, s.created_at as "enrolledAt", coalesce(p.version_id, c.current_version_id) as "versionId",
      nullif(t.last_activity_at, '-infinity') as "lastActivityAt", t.place->>'pageId' as "pageId",
      case when p.completion_id is null then (select coalesce(json_agg(i.item_key), '[]') from attempt_items i
        where i.portal_id = s.portal_id and i.attempt_id = p.attempt_id) end as "donePages"
    from enrolment_standing s
    join courses c on c.portal_id = s.portal_id and c.id = s.course_id
    left join ${newestAttempt}
    left join attempt_states t on t.portal_id = s.portal_id and t.attempt_id = p.attempt_id
    where s.portal_id = ${portalId} and s.user_id = ${userId} and s.active`;

const CatalogRow = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  translations: jsonOf<CourseTranslations>(),
  minutes: z.int(),
  coverFileId: z.nullable(z.int()),
  publishedAt: z.nullable(z.date()),
});
export type CatalogRow = z.infer<typeof CatalogRow>;

/** The newest courses that the person could enrol in and never has. */
export const newCoursesOf = ({ portalId, userId }: Asker, limit: number) => typed(CatalogRow)`
    select c.id, c.type, c.title, c.translations, c.minutes, c.cover_file_id as "coverFileId", c.published_at as "publishedAt"
    from courses c
    where c.portal_id = ${portalId} and c.listed and ${isOpenToEnrol(sql`${userId}`)} and ${isOfferedTo({ portalId, userId })}
      and not exists (select from enrolments e where e.portal_id = c.portal_id and e.user_id = ${userId} and e.course_id = c.id)
    order by c.published_at desc nulls last, c.id desc
    -- A literal: with a parameter the generic plan is estimated too expensive, and PostgreSQL would plan the statement on every call.
    limit ${sql.lit(limit)}`;

const Offered = z.object({ offersAny: z.boolean() });

/** Whether the person could enrol in any course of the portal, had they not. */
export async function offersAnyCourse(db: Db, { portalId, userId }: Asker): Promise<boolean> {
  const { rows } = await typed(Offered)`
    select exists (
      select from courses c where c.portal_id = ${portalId} and c.listed and ${isOffered} and ${isOfferedTo({ portalId, userId })}) as "offersAny"`.execute(
    db,
  );
  return rows[0]?.offersAny ?? false;
}

const Waited = z.object({
  kind: z.enum(["signature", "review", "question"]),
  id: z.int(),
  type: z.nullable(CourseType),
  title: z.nullable(z.string()),
  translations: jsonOf<CourseTranslations>(),
  since: z.date(),
});
export type Waited = z.infer<typeof Waited>;

/** What the person waits for from others, longest first: signatures in their courses, reviews of the courses that they write, and answers to what they asked. */
export const waitedForBy = ({ portalId, userId }: Asker) => typed(Waited)`
    select n.kind, n.id, n.type, n.title, coalesce(n.translations, '{}') as translations, n.since from (
      select 'signature' as kind, c.id, c.type, c.title, c.translations,
        (select min((b.state->>'readyAt')::timestamptz) from attempt_blocks b
          where b.portal_id = p.portal_id and b.attempt_id = p.attempt_id and b.state->>'readyAt' is not null) as since
      -- The log tells by its index in which courses they ever asked.
      from (select distinct a.enrolment_id from attempts a where a.portal_id = ${portalId} and a.user_id = ${userId}
        and exists (select from commit_log l where l.portal_id = a.portal_id and l.attempt_id = a.id and l.kind = 'ready')) n
      join lateral (select * from enrolment_standing s where s.portal_id = ${portalId} and s.enrolment_id = n.enrolment_id offset 0) s on true
      join ${newestAttempt}
      join courses c on c.portal_id = s.portal_id and c.id = s.course_id
      where s.active
      union all
      select 'review', c.id, null, c.title, c.translations,
        (select max(r.made_at) from course_reviews r where r.portal_id = c.portal_id and r.course_id = c.id and r.step = 'asked')
      from courses c
      where c.portal_id = ${portalId} and c.review = 'asked' and ${isOwnOf(portalId, userId)}
      union all
      select 'question', k.id, null, null, null, k.changed_at
      from help_questions k where k.portal_id = ${portalId} and k.user_id = ${userId} and k.state = 'open') n
    where n.since is not null order by n.since, n.kind, n.id`;

const Recent = z.object({ at: z.string(), seconds: z.int() });
const Completions = z.object({ ever: z.int(), recent: z.array(Recent) });

/**
 * How many valid completions there are, and those of the last year and a day: when, and the study seconds credited to their attempts. Where the year begins
 * depends on the person's time zone, which is known only once it is known who asks.
 */
export const completionsOf = ({ portalId, userId }: Asker) => typed(Completions)`
    select count(*)::int as ever,
      coalesce(json_agg(json_build_object('at', c.completed_at, 'seconds', coalesce(t.credited_seconds - t.review_seconds, 0)))
        filter (where c.completed_at >= now() - interval '367 days'), '[]') as recent
    from completions c
    left join attempt_states t on t.portal_id = c.portal_id and t.attempt_id = c.attempt_id
    where c.portal_id = ${portalId} and c.user_id = ${userId}
      and not exists (select from completion_reversals r where r.portal_id = c.portal_id and r.completion_id = c.id)`;

/** Stores the widget choices of a member; false for a non-member. */
export async function updateWidgets(
  db: Db,
  { portalId, userId }: Asker,
  layout: Readonly<Record<string, readonly string[]>>,
): Promise<boolean> {
  const result = await db
    .updateTable("memberships")
    .set({ widgets: JSON.stringify(layout) })
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
