import { queryOptions } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import { showFigures, type Board } from "../contract.ts";

/** The figures of a dashboard. */
export const figuresQuery = (board: Board) =>
  queryOptions({
    queryKey: ["overview", board],
    queryFn: ({ signal }) => call(showFigures, { query: { board } }, { signal }),
    meta: shows(jobsSubject, courseSubject),
  });
