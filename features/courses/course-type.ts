import * as z from "zod/mini";

const courseTypes = ["online", "classroom", "scorm"] as const;

/** What a course is; it cannot be changed once chosen (specification §4). */
export const CourseType = z.enum(courseTypes);
export type CourseType = z.infer<typeof CourseType>;

/** The specified courseTypeId of each (specification §4); only `createCourse` is called with it. */
export const courseTypeIds = { online: 1, classroom: 2, scorm: 3 } as const satisfies Record<CourseType, number>;

/** The type of a specified courseTypeId; undefined where there is none of this number. */
export const courseTypeOf = (id: number) => courseTypes.find((type) => courseTypeIds[type] === id);

/** A type in an address, which older links name by its number. */
export const CourseTypeInAddress = z.pipe(
  z.transform((value: unknown) => courseTypeOf(Number(value)) ?? value),
  CourseType,
);
