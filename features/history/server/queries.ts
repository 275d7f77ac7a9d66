import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { CourseType } from "#features/courses/course-type.ts";
import type { Db } from "#platform/db/connect.ts";
import type { HistorySort, Outcome } from "../contract.ts";
import { outcomeColumn } from "./outcome-sql.ts";

export interface AttemptRow {
  attemptId: number;
  courseId: number;
  type: CourseType;
  title: string;
  number: number;
  version: number;
  startedAt: Date;
  completedAt: Date | null;
  seconds: number;
  percent: number;
  scorePercent: number | null;
  outcome: Outcome;
  accessEnded: boolean;
  total: number;
}

export interface Selection {
  readonly q?: string | undefined;
  readonly outcome?: Outcome | undefined;
  /** The attempt's day (completion, else start) lies in [from, to). */
  readonly between?: { from: Date; to: Date } | undefined;
  readonly sort: HistorySort;
  readonly limit: number;
  readonly offset: number;
}

const columns: Record<string, RawBuilder<unknown>> = {
  started: sql`"startedAt"`,
  completed: sql`"completedAt"`,
  course: sql`lower(title)`,
  score: sql`"scorePercent"`,
  time: sql`seconds`,
};

/** One person's attempts, reached by (portal, person); every row carries the count of all selected ones. */
export async function listAttempts(db: Db, portalId: number, userId: number, selection: Selection): Promise<AttemptRow[]> {
  const { q, outcome, between, sort, limit, offset } = selection;
  const column = columns[sort.replace("-", "")] ?? columns.started;
  const conditions = [
    ...(q ? [sql`position(lower(${q}) in lower(title)) > 0`] : []),
    ...(outcome ? [sql`outcome = ${outcome}`] : []),
    ...(between
      ? [sql`coalesce("completedAt", "startedAt") >= ${between.from} and coalesce("completedAt", "startedAt") < ${between.to}`]
      : []),
  ];
  const { rows } = await sql<AttemptRow>`
    with mine as (
      select p.attempt_id as "attemptId", p.course_id as "courseId", c.type, c.title, p.number, v.number as version,
        p.started_at as "startedAt", p.completed_at as "completedAt", coalesce(t.credited_seconds, 0) as seconds, p.percent,
        p.score_percent as "scorePercent", not s.active as "accessEnded",
        ${outcomeColumn}
      from attempt_progress p
      join courses c on c.portal_id = p.portal_id and c.id = p.course_id
      join course_versions v on v.portal_id = p.portal_id and v.id = p.version_id
      join enrolment_standing s on s.portal_id = p.portal_id and s.user_id = p.user_id and s.enrolment_id = p.enrolment_id
      left join attempt_states t on t.portal_id = p.portal_id and t.attempt_id = p.attempt_id
      where p.portal_id = ${portalId} and p.user_id = ${userId} and s.portal_id = ${portalId} and s.user_id = ${userId}
    )
    select mine.*, (count(*) over ())::int as total from mine
    ${conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    order by ${column} ${sort.startsWith("-") ? sql`desc` : sql`asc`} nulls last, "attemptId" desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many attempts the person has, the days of the first and the last, and the zone of the portal. */
export async function findSpan(db: Db, portalId: number, userId: number) {
  const { rows } = await sql<{ total: number; first: Date | null; last: Date | null; zone: string | null }>`
    select count(*)::int as total, min(least(a.started_at, c.completed_at)) as first, max(greatest(a.started_at, c.completed_at)) as last,
      (select time_zone from portals where id = ${portalId}) as zone
    from attempts a
    left join completions c on c.portal_id = a.portal_id and c.attempt_id = a.id
    where a.portal_id = ${portalId} and a.user_id = ${userId}`.execute(db);
  return rows[0] ?? { total: 0, first: null, last: null, zone: null };
}
