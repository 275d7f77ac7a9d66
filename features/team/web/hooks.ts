import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** One page of the people whom somebody looks after; the previous page stays on screen while the next one loads. */
export const teamQuery = (query: Input<typeof api.listTeam>["query"]) =>
  queryOptions({
    queryKey: ["team", "list", query],
    queryFn: ({ signal }) => call(api.listTeam, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(jobsSubject),
  });
