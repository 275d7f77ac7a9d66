import { courseTypes, typesInAddress } from "#features/courses/course-type-names.ts";
import { anyOf, ids, listOf, texts } from "#platform/list/list.ts";
import { durationBands, eligibleWhen, myStates, priceKinds } from "./facet-values.ts";

/** The catalog's filters and orders. */
export const catalogList = listOf({
  sorts: ["relevance", "title", "newest", "shortest"],
  sort: "relevance",
  filters: {
    categories: ids(),
    type: { ...anyOf(courseTypes), older: typesInAddress },
    duration: anyOf(durationBands),
    language: texts(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/),
    state: anyOf(myStates),
    price: anyOf(priceKinds),
    eligible: anyOf(eligibleWhen),
  },
  pageSize: 24,
});
