import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { orderBy } from "#platform/list/server/page.ts";
import type { historyList } from "../contract.ts";
import { importedColumn, outcomeColumn, wasTakenBack } from "./outcome-sql.ts";

const orders: Record<string, RawBuilder<unknown>> = {
  started: sql`"startedAt"`,
  completed: sql`"completedAt"`,
  course: sql`lower(title)`,
  score: sql`"scorePercent"`,
  time: sql`seconds`,
};

/** One person's attempts, found by (portal, person). between: the attempt's day (completion, else start) is in [from, to). */
export function attemptsOf(
  portalId: number,
  userId: number,
  { q, outcome, sort }: Omit<ListRequest<typeof historyList>, "page">,
  between: { from: Date; to: Date } | null,
): ListSql {
  const conditions = [
    ...(q ? [sql`position(lower(${q}) in lower(title)) > 0`] : []),
    ...(outcome ? [sql`outcome = ${outcome}`] : []),
    ...(between
      ? [sql`coalesce("completedAt", "startedAt") >= ${between.from} and coalesce("completedAt", "startedAt") < ${between.to}`]
      : []),
  ];
  return {
    with: sql`mine as (
      select p.attempt_id as "attemptId", p.course_id as "courseId", c.type, c.title, p.number, v.number as version,
        p.started_at as "startedAt", p.completed_at as "completedAt", coalesce(t.credited_seconds - t.review_seconds, 0) as seconds,
        coalesce(t.review_seconds, 0) as "reviewSeconds", coalesce(t.flagged_claims, 0) as "flaggedClaims", p.percent,
        p.score_percent as "scorePercent", not s.active as "accessEnded", ${importedColumn},
        ${outcomeColumn}
      from attempt_progress p
      join courses c on c.portal_id = p.portal_id and c.id = p.course_id
      join course_versions v on v.portal_id = p.portal_id and v.id = p.version_id
      join enrolment_standing s on s.portal_id = p.portal_id and s.user_id = p.user_id and s.enrolment_id = p.enrolment_id
      left join attempt_states t on t.portal_id = p.portal_id and t.attempt_id = p.attempt_id
      where p.portal_id = ${portalId} and p.user_id = ${userId} and s.portal_id = ${portalId} and s.user_id = ${userId} and not ${wasTakenBack}
    ),
    hits as (select * from mine ${conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``})`,
    order: orderBy(sort, orders, sql`"attemptId" desc`),
    items: sql`select * from shown`,
  };
}

const Span = z.object({ all: z.int(), first: z.nullable(z.date()), last: z.nullable(z.date()), zone: z.nullable(z.string()) });

/** The number of the person's attempts, the days of the first and the last, and the portal's time zone. */
export const findSpan = async (db: Db, portalId: number, userId: number) =>
  oneRow(
    await typed(Span)`
    select count(*)::int as all, min(least(a.started_at, c.completed_at)) as first, max(greatest(a.started_at, c.completed_at)) as last,
      (select time_zone from portals where id = ${portalId}) as zone
    from attempts a
    left join completions c on c.portal_id = a.portal_id and c.attempt_id = a.id
    where a.portal_id = ${portalId} and a.user_id = ${userId}
      and not (coalesce(c.source, '') = 'import' and exists (select from completion_reversals x where x.portal_id = c.portal_id and x.completion_id = c.id))`.execute(
      db,
    ),
  );
