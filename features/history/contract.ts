import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf, wholeNumber } from "#platform/list/list.ts";

/** The outcome of an attempt. A completion without a pass mark is "completed"; without a completion it is in progress, or its access ended. */
export const outcomes = ["passed", "completed", "notPassed", "inProgress", "ended"] as const;
export const Outcome = z.enum(outcomes);
export type Outcome = z.infer<typeof Outcome>;

/** One attempt, kept for ever (MYC-3, MYC-4). seconds: credited study time. accessEnded: the enrolment is no longer active. */
export const HistoryRow = z.object({
  attemptId: z.int(),
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  number: z.int(),
  version: z.int(),
  startedAt: z.string(),
  completedAt: z.nullable(z.string()),
  /** Study time, until completion. reviewSeconds: time after it. flaggedClaims: claims of time far above what the page could have seen. */
  seconds: z.int(),
  reviewSeconds: z.int(),
  flaggedClaims: z.int(),
  percent: z.int(),
  scorePercent: z.nullable(z.number()),
  outcome: Outcome,
  accessEnded: z.boolean(),
  /** It was done elsewhere and brought over with an import. */
  isImported: z.boolean(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/** The filters and orders of the history. q: part of a course title. year: of completion, else of the start, in the person's own time zone. */
export const historyList = listOf({
  sorts: bothWays("started", "completed", "course", "score", "time"),
  sort: "-started",
  filters: { outcome: oneOf(outcomes), year: wholeNumber(1970, 2200) },
  pageSize: 25,
});

/** The most rows on a print sheet; far more than anyone's history has. */
export const printLimit = 5000;

export const listHistory = endpoint({
  method: "GET",
  path: "/rest/history",
  summary: "The attempts of the person asking, newest first unless sorted otherwise. Nothing is ever left out but by a filter.",
  query: z.extend(listQuery(historyList), {
    /** "all" returns every selected row on one page, for printing. */
    rows: z.optional(z.enum(["all"])),
  }),
  response: listPage(HistoryRow, {
    /** Years from the last attempt back to the first. */
    years: z.array(z.int()),
  }),
});
