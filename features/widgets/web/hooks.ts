import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../contract.ts";
import type { Layouts } from "../layouts.ts";

/** How the portal arranges its dashboards. */
export const layoutsQuery = queryOptions({
  queryKey: ["widget-layouts"],
  queryFn: ({ signal }) => call(api.showLayouts, undefined, { signal }),
});

/** Whom a condition would reach. */
export const tryLayoutQuery = (condition: Input<typeof api.tryLayoutAudience>["body"]["condition"]) =>
  queryOptions({
    queryKey: ["widget-layouts-try", condition],
    queryFn: ({ signal }) => call(api.tryLayoutAudience, { body: { condition } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** People whose dashboard can be looked at. */
export const previewedQuery = (q: string) =>
  queryOptions({
    queryKey: ["widget-people", q],
    queryFn: ({ signal }) => call(api.findPreviewed, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Somebody's dashboard. Each time it is asked for is written down, so it is asked once. */
export const previewQuery = (of: Input<typeof api.previewDashboard>["body"], revision: number) =>
  queryOptions({
    queryKey: ["widget-preview", of, revision],
    queryFn: ({ signal }) => call(api.previewDashboard, { body: of }, { signal }),
    staleTime: Infinity,
    retry: false,
  });

/** Arranges the portal's dashboards; a change is shown at once, and what the server has comes back when it refuses. */
export function useSaveLayouts() {
  const client = useQueryClient();
  const { queryKey } = layoutsQuery;
  return useMutation({
    // One after another, each with the revision that the one before it left.
    scope: { id: "widget-layouts" },
    mutationFn: (next: Omit<Layouts, "revision">) =>
      call(api.saveLayouts, { body: { ...next, revision: client.getQueryData(queryKey)?.revision ?? 0 } }),
    onMutate: (next) => client.setQueryData(queryKey, (now) => now && { ...next, revision: now.revision }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
