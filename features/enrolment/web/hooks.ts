import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import { standingSubject } from "./standing-subject.ts";

export type MyCoursesQuery = Input<typeof api.myCourses>["query"];

/** One page of My Courses; the previous page stays on screen while the next one loads. */
export const myCoursesQuery = (query: MyCoursesQuery) =>
  queryOptions({
    queryKey: ["my-courses", query],
    queryFn: ({ signal }) => call(api.myCourses, { query }, { signal }),
    meta: shows(standingSubject, courseSubject),
    placeholderData: keepPreviousData,
  });

/** Enrols or leaves, then refetches every view that shows standing. */
export function useStandingMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ courseId, leave }: { courseId: number; leave?: boolean }) => call(leave ? api.leave : api.enrol, { body: { courseId } }),
    onSettled: () => refetchWhatShows(client, standingSubject),
  });
}
