import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { words } from "#platform/words.ts";
import { publicList } from "./public-list.ts";

/** What visitors see of a course (ENV-7), and nothing else: no outline, nobody's name, no price. */
export const PublicCourse = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  summary: z.string(),
  minutes: z.int(),
  language: z.string(),
  /** The address of its picture. */
  picture: z.nullable(z.string()),
  /** The names of its categories that the catalog shows. */
  categories: z.array(z.string()),
});
export type PublicCourse = z.infer<typeof PublicCourse>;

export const listPublicCourses = endpoint({
  method: "GET",
  path: "/rest/public/courses",
  // CAT-1, ENV-7
  summary: "The courses that the portal shows to visitors, by words of their titles. 304 by ETag.",
  query: listQuery(publicList),
  response: listPage(PublicCourse),
});

export const PublicDetails = z.extend(PublicCourse, { outcomes: z.array(z.string()) });
export type PublicDetails = z.infer<typeof PublicDetails>;

const courseNumber = words("A course is named by its number.");
export const getPublicCourse = endpoint({
  method: "GET",
  path: "/rest/public/courses/:courseId",
  summary: "A course that the portal shows to visitors, with what one learns there. 304 by ETag.",
  params: z.object({
    courseId: z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber)),
  }),
  response: PublicDetails,
});

/** Where the picture of such a course is. Its address changes with the picture, and names no file. */
export const picturePath = "/rest/public/courses/:courseId/picture";
