import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";

export const courseStatuses = ["draft", "published", "archived"] as const;
export const CourseStatus = z.enum(courseStatuses);
export type CourseStatus = z.infer<typeof CourseStatus>;

/** What lists of courses say of one. */
export const AuthorCourse = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  status: CourseStatus,
  updatedAt: z.string(),
  /** Who created it: their name, or their e-mail address while they have none. */
  author: z.nullable(z.string()),
  /** Of the newest upload of a SCORM course; null for any other, and without a package. */
  package: z.nullable(z.object({ standard: z.string(), edition: z.string() })),
  /** Numbers of people: with an active enrolment; with their newest attempt in progress; who have ever completed it. */
  enrolled: z.int(),
  inProgress: z.int(),
  completed: z.int(),
  /** Whether anybody was ever enrolled: such a course stays. */
  isTouched: z.boolean(),
});
export type AuthorCourse = z.infer<typeof AuthorCourse>;
