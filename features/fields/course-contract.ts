import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { FieldSheet, SheetChange } from "./sheet-contract.ts";

const courseNumber = words("A course is named by its number.");
const params = z.object({
  courseId: z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber)),
});

/** Where the fields of a course are; below it lies the file of each field of files, at `/<field>/file`. */
export const courseFieldsPath = <const Id extends number | string>(courseId: Id) => `/rest/courses/${courseId}/fields` as const;

export const getCourseFields = endpoint({
  method: "GET",
  path: "/rest/courses/:courseId/fields",
  summary: "The custom fields of a course that its author or an admin sees, with their values.",
  params,
  response: FieldSheet,
});

export const saveCourseFields = endpoint({
  method: "PUT",
  path: "/rest/courses/:courseId/fields",
  summary: "Changes values of a course in custom fields that the person asking may edit. What is left out stays.",
  params,
  body: SheetChange,
  response: FieldSheet,
});
