import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";

/** What conditions can be about. */
export const choicesQuery = queryOptions({
  queryKey: ["conditions", "choices"],
  queryFn: ({ signal }) => call(api.listChoices, undefined, { signal }),
});
