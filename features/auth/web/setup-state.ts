import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";

/** Whether this installation has no portal yet, and whether a token is needed to create the first one. */
export const setupStateQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => call(api.setupState, undefined, { signal }),
  staleTime: 0,
});
