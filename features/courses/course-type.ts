import * as z from "zod/mini";
import { courseTypes } from "./course-type-names.ts";

/** The type of a course; it cannot be changed once chosen (specification §4). */
export const CourseType = z.enum(courseTypes);
export type CourseType = z.infer<typeof CourseType>;
