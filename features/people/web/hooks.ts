import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** One page of the portal's people; the previous page stays on screen while the next one loads. */
export const peopleQuery = (query: Input<typeof api.listPeople>["query"]) =>
  queryOptions({
    queryKey: ["people", "list", query],
    queryFn: ({ signal }) => call(api.listPeople, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(jobsSubject),
  });

/** The custom fields that can be columns. */
export const peopleColumnsQuery = queryOptions({
  queryKey: ["people", "columns"],
  queryFn: ({ signal }) => call(api.listPeopleColumns, undefined, { signal }),
});

/** Why somebody fits a condition, or does not. */
export const whyQuery = (userId: number, condition: string) =>
  queryOptions({
    queryKey: ["people", "why", userId, condition],
    queryFn: ({ signal }) => call(api.explainPerson, { params: { userId }, query: { condition } }, { signal }),
    gcTime: 0,
  });
