import { courseTypes, typesInAddress } from "#features/courses/course-type-names.ts";
import { listOf, oneOf, wholeNumber } from "#platform/list/list.ts";
import { myCourseStates } from "./my-course-states.ts";

/** The filters and orders of My Courses. tab: without one, all of them. */
export const myCoursesList = listOf({
  sorts: ["due", "recent", "title"],
  sort: "due",
  filters: {
    tab: oneOf(myCourseStates),
    category: wholeNumber(1, 2 ** 48),
    type: { ...oneOf(courseTypes), older: typesInAddress },
    due: oneOf(["overdue", "soon"]),
  },
  pageSize: 24,
});
