import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import { listPeople } from "#features/people/contract.ts";
import * as api from "../contract.ts";

/** One page of the people of a course; the previous page stays on screen while the next one loads. */
export const participantsQuery = (query: Input<typeof api.listParticipants>["query"]) =>
  queryOptions({
    queryKey: ["participants", "list", query],
    queryFn: ({ signal }) => call(api.listParticipants, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(jobsSubject),
  });

/** People with these words, for choosing them. */
export const peopleToEnrolQuery = (q: string) =>
  queryOptions({
    queryKey: ["participants", "people", q],
    queryFn: ({ signal }) => call(listPeople, { query: { status: "active", ...(q && { q }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
