import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { endpoint } from "#platform/contract.ts";

/** What an attempt came to. A completion without a pass mark is "completed"; without a completion it is under way, or its access ended. */
export const Outcome = z.enum(["passed", "completed", "notPassed", "inProgress", "ended"]);
export type Outcome = z.infer<typeof Outcome>;

export const HistorySort = z.enum([
  "-started",
  "started",
  "-completed",
  "completed",
  "-course",
  "course",
  "-score",
  "score",
  "-time",
  "time",
]);
export type HistorySort = z.infer<typeof HistorySort>;

/** One attempt, for ever (MYC-3, MYC-4). seconds: study time credited. accessEnded: the enrolment no longer lets the person in. */
export const HistoryRow = z.object({
  attemptId: z.int(),
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  number: z.int(),
  version: z.int(),
  startedAt: z.string(),
  completedAt: z.nullable(z.string()),
  seconds: z.int(),
  percent: z.int(),
  scorePercent: z.nullable(z.number()),
  outcome: Outcome,
  accessEnded: z.boolean(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/** Rows on one page. */
export const pageSize = 25;
/** Rows on a print sheet or in an export at most; far more than anyone's history. */
export const rowLimit = 5000;

const text = (max: number) => z.optional(z.string().check(z.maxLength(max)));

/** What selects the rows: the same for the screen, the print sheet and the export, so that all three agree. */
const filters = {
  /** Part of a course title. */
  q: text(200),
  outcome: z.optional(Outcome),
  /** Year of completion, or of the start when not completed, in the person's own zone. */
  year: z.optional(z.coerce.number().check(z.int(), z.gte(1970), z.lte(2200))),
  sort: z.optional(HistorySort),
};
export const HistoryFilters = z.object(filters);
export type HistoryFilters = z.infer<typeof HistoryFilters>;

export const listHistory = endpoint({
  method: "GET",
  path: "/rest/history",
  summary: "The attempts of the person asking, newest first unless sorted otherwise. Nothing is ever left out but by a filter.",
  query: z.object({
    ...filters,
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    /** "all" gives every selected row on one page, for printing. */
    rows: z.optional(z.enum(["all"])),
  }),
  response: z.object({
    rows: z.array(HistoryRow),
    /** The page shown: the one asked for, or the first when there are not that many. */
    page: z.int(),
    /** Rows that the filters select. */
    total: z.int(),
    /** Rows there are without any filter: tells an empty history from filters that match nothing. */
    totalEver: z.int(),
    /** Years from the first attempt to the last, latest first. */
    years: z.array(z.int()),
  }),
});

/** Address of the CSV of what the filters select. It is not a contract endpoint: it answers bytes. */
export const historyCsvPath = "/rest/history/export.csv";
