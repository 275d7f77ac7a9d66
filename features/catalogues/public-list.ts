import { listOf } from "#platform/list/list.ts";

/** The courses that visitors see, by title. Few to a page: each picture is a call, and calls of visitors are limited. */
export const publicList = listOf({ sorts: ["title"], sort: "title", filters: {}, pageSize: 12 });
