// Plain data without a schema, for screens whose size budget has no room for the schema library.
export const courseTypes = ["online", "classroom", "scorm"] as const;
type CourseTypeName = (typeof courseTypes)[number];

/** The specification's courseTypeId of each type (specification §4); only `createCourse` uses it. */
export const courseTypeIds = { online: 1, classroom: 2, scorm: 3 } as const satisfies Record<CourseTypeName, number>;

/** The type with this courseTypeId; undefined when there is none. */
export const courseTypeOf = (id: number) => courseTypes.find((type) => courseTypeIds[type] === id);

/** Course types in an address, separated by commas; converts the numbers of older links. */
export const typesInAddress = (text: string): string =>
  text
    .split(",")
    .map((one) => courseTypeOf(Number(one)) ?? one)
    .join(",");
