import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { call, CallError } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import type { Dashboard } from "../contract.ts";
import { defaultLayout } from "../layout.ts";
import type { PartName } from "../parts.ts";
import { widgetIds } from "../widget-kinds.ts";

/** The whole dashboard in one call; each part in it may have failed alone. */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => call(api.getDashboard, { query: {} }, { signal }),
  meta: shows(standingSubject, courseSubject),
});

/** The dashboard where the call itself failed: every part did, and each can be asked for again by itself. */
export function failedDashboard(error: Error): Dashboard {
  const failed = { failed: true as const, requestId: error instanceof CallError ? error.requestId : "" };
  return {
    layout: defaultLayout,
    locked: defaultLayout.locked,
    isOwn: false,
    // Those that have no part show what comes with the page; the names of parts are not loaded for this.
    ...Object.fromEntries(widgetIds.map((name) => [name, failed])),
  };
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
        return others && { ...others, ...reply };
      });
    },
  });
}
