import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

export type CatalogQuery = Input<typeof api.catalog>["query"];

/** One page of the catalog with its facets; the previous page stays on screen while the next one loads. */
export const catalogQuery = (query: CatalogQuery) =>
  queryOptions({
    queryKey: ["catalog", query],
    queryFn: ({ signal }) => call(api.catalog, { query }, { signal }),
    meta: shows(standingSubject, courseSubject),
    placeholderData: keepPreviousData,
  });

/** Tells those who make the catalog which words it has nothing for. Whether it arrives matters to nobody who searches. */
export const tellUnfound = (q: string) => void call(api.unfound, { body: { q } }).catch(() => undefined);

/** Where older links to categories lead; names separated by commas. */
export const followQuery = (names: string) =>
  queryOptions({
    queryKey: ["catalog-follow", names],
    queryFn: ({ signal }) => call(api.followCategories, { query: { names } }, { signal }),
  });

/** The details of a course for the signed-in person. */
export const detailsQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["course-details", courseId],
    queryFn: ({ signal }) => call(api.details, { params: { courseId } }, { signal }),
    meta: shows(standingSubject, courseSubject),
  });
