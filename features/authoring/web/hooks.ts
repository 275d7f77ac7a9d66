import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseTypeIds } from "#features/courses/course-type-names.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { call, CallError } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
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

/** The first page with default values: the courses changed last. */
export const latestCoursesQuery = coursesQuery({});

/** The package of a SCORM course's draft, with its rules. */
export const packageQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["authoring", "package", courseId],
    queryFn: ({ signal }) => call(api.openPackage, { params: { courseId } }, { signal }),
    // The form holds what the author chooses, so nothing is refetched in the background.
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

/** Saves how the next version of a SCORM course counts and opens. Refused because of somebody else's save, theirs is fetched. */
export function useSaveRules(courseId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.savePackageRules>["body"]) => call(api.savePackageRules, { params: { courseId }, body }),
    onSuccess: (saved) => client.setQueryData(packageQuery(courseId).queryKey, saved),
    onError: (error) => hasChanged(error) && client.refetchQueries({ queryKey: packageQuery(courseId).queryKey }),
  });
}

/** Whether a call was refused because somebody else changed the course since it was read. */
export const hasChanged = (error: Error) => error instanceof CallError && error.code === "changed";

/** What a new course can begin as, besides empty. */
export const templatesQuery = queryOptions({
  queryKey: ["authoring", "templates"],
  queryFn: ({ signal }) => call(api.listTemplates, undefined, { signal }),
  meta: shows(courseSubject),
});
/** The name of a starter, or the number of a course that is offered as a template. */
export type TemplateChoice = NonNullable<Input<typeof api.createCourse>["body"]["template"]>;

/** createCourse of specification §7. Returns the course's id, or the message of a business refusal. Throws CallError. */
export const createCourse = (type: CourseType, template?: TemplateChoice) =>
  call(api.createCourse, { body: { courseTypeId: courseTypeIds[type], ...(template !== undefined && { template }) } });

/** What the editor of a course that was made just now would show first: its title, and how many warnings the check of its package gave. */
export const madeCourse = (courseId: number) =>
  call(api.openPackage, { params: { courseId } }).then((course) => ({
    title: course.title,
    warnings: course.package?.findings.filter(({ level }) => level === "warning").length ?? 0,
  }));

/** Removes a course that was created for an upload that failed. Never throws, because a draft that stays does no harm. */
export const discardCourse = (courseId: number) =>
  call(api.discardCourse, { params: { courseId } }).then(
    ({ removed }) => removed,
    () => false,
  );
