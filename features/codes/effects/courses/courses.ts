import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** Courses that people are enrolled in, and in how many days they are due; null: no due date. */
export const CoursesEffect = z.object({
  courseIds: z
    .array(z.int().check(z.positive()))
    .check(z.minLength(1, words("Choose a course.")), z.maxLength(10, words("Choose {maximum} courses or fewer."))),
  dueDays: z.nullable(z.int(words("Write a whole number.")).check(z.gte(1, words("Write a number from 1.")), z.lte(3650))),
});
export type CoursesEffect = z.infer<typeof CoursesEffect>;
