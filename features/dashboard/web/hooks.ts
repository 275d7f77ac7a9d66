import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { call, CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import type { PartName } from "../contract.ts";
import { defaultLayout, type Layout } from "../layout.ts";

export type Dashboard = Result<typeof api.getDashboard>;

/** The whole dashboard in one call; each part in it may have failed alone. */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => call(api.getDashboard, { query: {} }, { signal }),
  meta: shows(standingSubject, courseSubject),
});

/** The dashboard where the call itself failed: every part did, and each can be asked for again by itself. */
export function failedDashboard(error: Error): Dashboard {
  const failed = { failed: true as const, requestId: error instanceof CallError ? error.requestId : "" };
  return { layout: defaultLayout, next: failed, courses: failed, due: failed, catalog: failed, transcript: failed };
}

/** Asks again for one part that failed; the others keep what they show. */
export function useRetryPart(name: PartName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.getDashboard, { query: { parts: name } }),
    onSuccess: (reply) => {
      const { queryKey } = dashboardQuery;
      const error = client.getQueryState(queryKey)?.error;
      client.setQueryData(queryKey, (known) => {
        const others = known ?? (error ? failedDashboard(error) : undefined);
        return others && { ...others, layout: reply.layout, [name]: reply[name] };
      });
    },
  });
}

/** Shows an arrangement at once and saves it; when the server refuses, the previous one returns and `onError` gets the reason. */
export function useSaveLayout(onError: (error: Error) => void) {
  const client = useQueryClient();
  const show = (layout: Layout) => client.setQueryData(dashboardQuery.queryKey, (known) => known && { ...known, layout });
  const save = useMutation({
    // One after another, so that the last change wins.
    scope: { id: "dashboard-layout" },
    mutationFn: ({ next }: { next: Layout; before: Layout }) => call(api.saveWidgets, { body: next }),
    onError: (error, { next, before }) => {
      if (client.getQueryData(dashboardQuery.queryKey)?.layout === next) show(before);
      onError(error);
    },
  });
  return (next: Layout, before: Layout) => {
    show(next);
    save.mutate({ next, before });
  };
}
