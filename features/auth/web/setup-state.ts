import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";

/** Whether this installation still waits for its first portal, and whether a token is needed to make it. */
export const setupStateQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => call(api.setupState, undefined, { signal }),
  staleTime: 0,
});
