import * as z from "zod/mini";

export const courseTypes = ["online", "classroom", "scorm"] as const;

/** What a course is; it cannot be changed once chosen (specification §4). */
export const CourseType = z.enum(courseTypes);
export type CourseType = z.infer<typeof CourseType>;

/** The specified courseTypeId of each (specification §4); only `createCourse` is called with it. */
export const courseTypeIds = { online: 1, classroom: 2, scorm: 3 } as const satisfies Record<CourseType, number>;

/** The type of a specified courseTypeId; undefined where there is none of this number. */
export const courseTypeOf = (id: number) => courseTypes.find((type) => courseTypeIds[type] === id);

/** Types as an address names them, with commas between; older links have their numbers. */
export const typesInAddress = (text: string): string =>
  text
    .split(",")
    .map((one) => courseTypeOf(Number(one)) ?? one)
    .join(",");
