import { Temporal } from "temporal-polyfill";
import type { Actor } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import type { HistoryFilters, HistoryRow, listHistory, Outcome } from "../contract.ts";
import { pageSize, rowLimit } from "../contract.ts";
import type { Cell } from "./csv.ts";
import { csvOf } from "./csv.ts";
import type { AttemptRow } from "./queries.ts";
import { findSpan, listAttempts } from "./queries.ts";

export { outcomeColumn } from "./outcome-sql.ts";

/** The person's own attempts, as the filters select them. Two statements, three when the page asked for is past the end. */
export async function showHistory(db: Db, actor: Actor, query: Parsed<typeof listHistory>["query"]): Promise<Result<typeof listHistory>> {
  const span = await findSpan(db, actor.portalId, actor.userId);
  const zone = knownZone(actor.timeZone ?? span.zone);
  const limit = query.rows === "all" ? rowLimit : pageSize;
  let page = query.rows === "all" ? 1 : (query.page ?? 1);
  let rows = await select(db, actor, query, zone, limit, (page - 1) * limit);
  if (rows.length === 0 && page > 1) {
    // Fewer pages than the address says: a filter or an old link. The first page is better than none.
    page = 1;
    rows = await select(db, actor, query, zone, limit, 0);
  }
  return {
    rows: rows.map(row),
    page,
    total: rows[0]?.total ?? 0,
    totalEver: span.total,
    years: span.first && span.last ? yearsBetween(span.first, span.last, zone) : [],
  };
}

const outcomeWords: Record<Outcome, string> = {
  passed: "Passed",
  completed: "Completed",
  notPassed: "Not passed",
  inProgress: "In progress",
  ended: "Access ended",
};

/** The same rows as a spreadsheet; instants in UTC and ISO form, so that they mean the same everywhere. */
export async function exportHistory(db: Db, actor: Actor, filters: HistoryFilters): Promise<string> {
  const span = await findSpan(db, actor.portalId, actor.userId);
  const rows = await select(db, actor, filters, knownZone(actor.timeZone ?? span.zone), rowLimit, 0);
  return csvOf(
    ["Course", "Attempt", "Version", "Started (UTC)", "Completed (UTC)", "Time (minutes)", "Progress (%)", "Score (%)", "Result", "Access"],
    rows.map((row): Cell[] => [
      row.title,
      row.number,
      row.version,
      row.startedAt.toISOString(),
      row.completedAt?.toISOString() ?? null,
      Math.round(row.seconds / 6) / 10,
      row.percent,
      row.scorePercent,
      outcomeWords[row.outcome],
      row.accessEnded ? "Ended" : "Open",
    ]),
  );
}

function select(db: Db, actor: Actor, filters: HistoryFilters, zone: string, limit: number, offset: number): Promise<AttemptRow[]> {
  const { q, outcome, year, sort = "-started" } = filters;
  return listAttempts(db, actor.portalId, actor.userId, {
    q: q?.trim(),
    outcome,
    between: year === undefined ? undefined : { from: yearStart(year, zone), to: yearStart(year + 1, zone) },
    sort,
    limit,
    offset,
  });
}

const row = (attempt: AttemptRow): HistoryRow => ({
  ...attempt,
  startedAt: attempt.startedAt.toISOString(),
  completedAt: attempt.completedAt?.toISOString() ?? null,
});

/** The zone, or UTC for one the calendar does not know. */
function knownZone(zone: string | null): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

const yearStart = (year: number, zone: string) =>
  new Date(Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone).epochMilliseconds);

function yearsBetween(first: Date, last: Date, zone: string): number[] {
  const yearOf = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).year;
  const from = yearOf(first);
  return Array.from({ length: yearOf(last) - from + 1 }, (_, index) => from + index).toReversed();
}
