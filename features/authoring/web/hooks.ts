import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseTypeIds } from "#features/courses/course-type-names.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

export type CoursesQuery = Input<typeof api.listCourses>["query"];

/** One page of the author's courses; the previous page stays on screen while the next one loads. */
export const coursesQuery = (query: CoursesQuery) =>
  queryOptions({
    queryKey: ["authoring", "courses", query],
    queryFn: ({ signal }) => call(api.listCourses, { query }, { signal }),
    meta: shows(courseSubject),
    placeholderData: keepPreviousData,
  });

/** The first page at rest: the courses changed last. */
export const latestCoursesQuery = coursesQuery({});

/** What the editor of one course shows. */
export const editorQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["authoring", "editor", courseId],
    queryFn: ({ signal }) => call(api.openEditor, { params: { courseId } }, { signal }),
    // The form holds what the author types: nothing is fetched behind their back.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

export type AttemptsQuery = Input<typeof api.listAttempts>["query"];

/** One page of the attempts in a course. */
export const attemptsQuery = (courseId: number, query: AttemptsQuery) =>
  queryOptions({
    queryKey: ["authoring", "attempts", courseId, query],
    queryFn: ({ signal }) => call(api.listAttempts, { params: { courseId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Keeps the editor's answer as the newest known state of the course; what other screens knew of it is stale. */
function useKeep(courseId: number) {
  const client = useQueryClient();
  return (course: api.EditorCourse) => {
    client.setQueryData(editorQuery(courseId).queryKey, course);
    void refetchWhatShows(client, courseSubject);
  };
}

/** Saves the editor's form. */
export function useSaveCourse(courseId: number) {
  const onSuccess = useKeep(courseId);
  return useMutation({
    mutationFn: (body: Input<typeof api.saveCourse>["body"]) => call(api.saveCourse, { params: { courseId }, body }),
    onSuccess,
  });
}

/** Publishes the newest package and policy. */
export function usePublish(courseId: number) {
  const onSuccess = useKeep(courseId);
  return useMutation({
    mutationFn: (body: Input<typeof api.publishCourse>["body"]) => call(api.publishCourse, { params: { courseId }, body }),
    onSuccess,
  });
}

/** Takes the course out of the catalog. */
export function useUnpublish(courseId: number) {
  const onSuccess = useKeep(courseId);
  return useMutation({
    mutationFn: (body: Input<typeof api.unpublishCourse>["body"]) => call(api.unpublishCourse, { params: { courseId }, body }),
    onSuccess,
  });
}

/** createCourse of specification §7; its number, or the message when the business refuses. Throws CallError. */
export const createCourse = (type: CourseType) => call(api.createCourse, { body: { courseTypeId: courseTypeIds[type] } });

/** Removes a course that was made for an upload that failed. Never throws: a draft left over harms nobody. */
export const discardCourse = (courseId: number) =>
  call(api.discardCourse, { params: { courseId } }).then(
    ({ removed }) => removed,
    () => false,
  );
