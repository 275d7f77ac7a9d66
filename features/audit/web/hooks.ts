import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../contract.ts";

/** One page of the audit log; the previous page stays on screen while the next one loads. */
export const auditQuery = (query: Input<typeof api.listAudit>["query"]) =>
  queryOptions({
    queryKey: ["audit", "list", query],
    queryFn: ({ signal }) => call(api.listAudit, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const auditCheckQuery = queryOptions({
  queryKey: ["audit", "check"],
  queryFn: ({ signal }) => call(api.checkAudit, undefined, { signal }),
  staleTime: 0,
});
