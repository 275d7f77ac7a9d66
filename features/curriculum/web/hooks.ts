import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** One page of the portal's courses; the previous page stays on screen while the next one loads. */
export const curriculumQuery = (query: Input<typeof api.listCurriculum>["query"]) =>
  queryOptions({
    queryKey: ["curriculum", "list", query],
    queryFn: ({ signal }) => call(api.listCurriculum, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(jobsSubject, courseSubject),
  });

/** One page of the courses that wait for an approval. */
export const waitingQuery = (query: Input<typeof api.listWaiting>["query"]) =>
  queryOptions({
    queryKey: ["curriculum", "waiting", query],
    queryFn: ({ signal }) => call(api.listWaiting, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(courseSubject),
  });

/** What the list can be filtered by. */
export const choicesQuery = queryOptions({
  queryKey: ["curriculum", "choices"],
  queryFn: ({ signal }) => call(api.listChoices, undefined, { signal }),
  meta: shows(jobsSubject, courseSubject),
});

/** People with these words who could own a course. */
export const ownersQuery = (q: string) =>
  queryOptions({
    queryKey: ["curriculum", "owners", q],
    queryFn: ({ signal }) => call(api.findOwners, { query: q ? { q } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Copies a course, then lets every view of courses ask again. */
export function useCopyCourse() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (courseId: number) => call(api.copyCourse, { params: { courseId } }),
    onSuccess: () => refetchWhatShows(client, courseSubject),
  });
}
