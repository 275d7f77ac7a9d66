import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { archiveCourse } from "#features/authoring/contract.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { useJobsAgain } from "#features/jobs/web/hooks.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import * as api from "../../publish-contract.ts";
import { useRenewDraft } from "../hooks.ts";

/** What publishing the draft would do; asked anew whenever the dialog opens. */
export const publishCheckQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["editor", "publish-check", courseId],
    queryFn: ({ signal }) => call(api.checkPublish, { params: { courseId } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });

/** Fetches the draft again, and whatever shows the course. */
function useCourseChanged(courseId: number) {
  const client = useQueryClient();
  const renew = useRenewDraft(courseId);
  const jobsAgain = useJobsAgain();
  return () => {
    void renew();
    void refetchWhatShows(client, courseSubject);
    void jobsAgain();
  };
}

/** Publishes the draft now. */
export function usePublishDraft(courseId: number) {
  const onSuccess = useCourseChanged(courseId);
  return useMutation({
    mutationFn: (body: Input<typeof api.publishDraft>["body"]) => call(api.publishDraft, { params: { courseId }, body }),
    onSuccess,
  });
}

/** Publishes the draft now although it keeps some people out. */
export function usePublishAnyway(courseId: number) {
  const onSuccess = useCourseChanged(courseId);
  return useMutation({
    mutationFn: (body: Input<typeof api.publishAnyway>["body"]) => call(api.publishAnyway, { params: { courseId }, body }),
    onSuccess,
  });
}

/** Has the draft published at a time. */
export function useSchedulePublication(courseId: number) {
  const onSuccess = useCourseChanged(courseId);
  return useMutation({
    mutationFn: (body: Input<typeof api.schedulePublication>["body"]) => call(api.schedulePublication, { params: { courseId }, body }),
    onSuccess,
  });
}

/** Takes back what is scheduled. */
export function useCancelPublication(courseId: number) {
  const onSettled = useCourseChanged(courseId);
  return useMutation({ mutationFn: () => call(api.cancelPublication, { params: { courseId } }), onSettled });
}

/** Takes the course out of the catalog. */
export function useArchiveCourse(courseId: number) {
  const onSettled = useCourseChanged(courseId);
  return useMutation({ mutationFn: () => call(archiveCourse, { params: { courseId } }), onSettled });
}
