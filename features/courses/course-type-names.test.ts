import { expect, test } from "vitest";
import { courseTypeIds, courseTypeOf, typesInAddress } from "./course-type-names.ts";

test("the specified numbers name a type, and no other does", () => {
  expect([1, 2, 3, 4, 0, Number.NaN].map(courseTypeOf)).toEqual(["online", "classroom", "scorm", undefined, undefined, undefined]);
  expect(Object.entries(courseTypeIds).every(([type, id]) => courseTypeOf(id) === type)).toBe(true);
});

test("an address names types, or their numbers as older links do", () => {
  expect(["scorm", "3", "2,scorm", "online,1", "4", "toString"].map(typesInAddress)).toEqual([
    "scorm",
    "scorm",
    "classroom,scorm",
    "online,online",
    "4",
    "toString",
  ]);
});
