import { expect, test } from "vitest";
import * as z from "zod/mini";
import { CourseTypeInAddress, courseTypeIds, courseTypeOf } from "./course-type.ts";

test("the specified numbers name a type, and no other does", () => {
  expect([1, 2, 3, 4, 0, Number.NaN].map(courseTypeOf)).toEqual(["online", "classroom", "scorm", undefined, undefined, undefined]);
  expect(Object.entries(courseTypeIds).every(([type, id]) => courseTypeOf(id) === type)).toBe(true);
});

test("an address names a type, or its number as older links do", () => {
  const read = (value: string) => z.safeParse(CourseTypeInAddress, value).data;
  expect(["scorm", "3", "2", "online", "1"].map(read)).toEqual(["scorm", "scorm", "classroom", "online", "online"]);
  expect(["4", "", "webinar", "toString"].map(read)).toEqual([undefined, undefined, undefined, undefined]);
});
