import { Temporal } from "temporal-polyfill";
import type { Actor } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import { historyList, HistoryRow, printLimit } from "../contract.ts";
import type { listHistory, Outcome } from "../contract.ts";
import { attemptsOf, findSpan } from "./queries.ts";

export { outcomeColumn, wasUndone } from "./outcome-sql.ts";

type Query = Parsed<typeof listHistory>["query"];

/** The person's own attempts that match the filters, in two statements. */
export async function showHistory(db: Db, actor: Actor, query: Query): Promise<Result<typeof listHistory>> {
  const span = await findSpan(db, actor.portalId, actor.userId);
  const zone = knownZone(actor.timeZone ?? span.zone);
  const place = query.rows === "all" ? { page: 1, pageSize: printLimit } : { page: query.page, pageSize: historyList.pageSize };
  const found = await readPage(db, HistoryRow, place, selection(actor, query, zone));
  return {
    ...found,
    rows: found.rows.map(onTheWire),
    all: span.all,
    years: span.first && span.last ? yearsBetween(span.first, span.last, zone) : [],
  };
}

/** All attempts that match the filters, in batches. */
export async function* allHistory(db: Db, actor: Actor, query: Query) {
  const { zone } = await findSpan(db, actor.portalId, actor.userId);
  yield* readAll(db, HistoryRow, selection(actor, query, knownZone(actor.timeZone ?? zone)));
}

/** The words for each outcome. */
export const outcomeWords = (say: Say): Record<Outcome, string> => ({
  passed: say("Passed"),
  completed: say("Completed"),
  notPassed: say("Not passed"),
  inProgress: say("In progress"),
  ended: say("Access ended"),
});

/** The columns of the exported history; times in UTC and ISO format, so that they mean the same everywhere. */
export const historyColumns = (say: Say): readonly CsvColumn<HistoryRow>[] => [
  [say("Course"), (row) => row.title],
  [say("Attempt"), (row) => row.number],
  [say("Version"), (row) => row.version],
  [say("Started (UTC)"), (row) => instant(row.startedAt)],
  [say("Completed (UTC)"), (row) => instantOrNull(row.completedAt)],
  [say("Study time (minutes)"), (row) => Math.round(row.seconds / 6) / 10],
  [say("Progress (%)"), (row) => row.percent],
  [say("Score (%)"), (row) => row.scorePercent],
  [say("Result"), (row) => outcomeWords(say)[row.outcome]],
  [say("Brought over"), (row) => (row.isImported ? say("yes") : say("no"))],
  [say("Access"), (row) => (row.accessEnded ? say("Ended") : say("Open"))],
  [say("Time after completion (minutes)"), (row) => Math.round(row.reviewSeconds / 6) / 10],
  [say("Unusual time reported"), (row) => row.flaggedClaims],
];

const selection = ({ portalId, userId }: Actor, query: Query, zone: string) =>
  attemptsOf(
    portalId,
    userId,
    query,
    query.year === null ? null : { from: yearStart(query.year, zone), to: yearStart(query.year + 1, zone) },
  );

const onTheWire = (row: HistoryRow): HistoryRow => ({
  ...row,
  startedAt: instant(row.startedAt),
  completedAt: instantOrNull(row.completedAt),
});

/** The time zone, or UTC for an unknown one. */
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
  const yearOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone).year;
  const from = yearOf(first);
  return Array.from({ length: yearOf(last) - from + 1 }, (_, index) => from + index).toReversed();
}
