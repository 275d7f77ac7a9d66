// Data without a schema: screens that have no room for the schema library read it.
export const courseTypes = ["online", "classroom", "scorm"] as const;
type CourseTypeName = (typeof courseTypes)[number];

/** The specified courseTypeId of each (specification §4); only `createCourse` is called with it. */
export const courseTypeIds = { online: 1, classroom: 2, scorm: 3 } as const satisfies Record<CourseTypeName, number>;

/** The type of a specified courseTypeId; undefined where there is none of this number. */
export const courseTypeOf = (id: number) => courseTypes.find((type) => courseTypeIds[type] === id);

/** Types as an address names them, with commas between; older links have their numbers. */
export const typesInAddress = (text: string): string =>
  text
    .split(",")
    .map((one) => courseTypeOf(Number(one)) ?? one)
    .join(",");
