import type { CourseType } from "../course-type.ts";

/** The address of a course's details; the overview tab has no segment of its own. */
export const detailsPath = (course: { id: number; type: CourseType }, tab = "overview") =>
  `/course/details/${course.type}/${course.id}${tab === "overview" ? "" : `/${tab}`}`;
