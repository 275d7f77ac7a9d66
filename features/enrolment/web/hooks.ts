import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../contract.ts";

export type MyCoursesQuery = Input<typeof api.myCourses>["query"];

/** One page of My Courses; the old one stays on screen while the next is on its way. */
export const myCoursesQuery = (query: MyCoursesQuery) =>
  queryOptions({
    queryKey: ["my-courses", query],
    queryFn: ({ signal }) => call(api.myCourses, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Enrols or leaves, then lets every view that shows standing ask again. */
export function useStandingMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ courseId, leave }: { courseId: number; leave?: boolean }) => call(leave ? api.leave : api.enrol, { body: { courseId } }),
    onSettled: () =>
      Promise.all(["catalog", "course-details", "my-courses", "dashboard"].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
