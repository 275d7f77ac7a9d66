import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** The seats of the portal, asked anew wherever they are shown: others add people too. */
export const seatsQuery = queryOptions({
  queryKey: ["seats"],
  queryFn: ({ signal }) => call(api.getSeats, undefined, { signal }),
  staleTime: 0,
  meta: shows(jobsSubject),
});

/** Sets the seats of a portal. */
export function useSaveSeats() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ portalId, cap }: { portalId: number; cap: number | null }) =>
      call(api.saveSeats, { params: { portalId }, body: { cap } }),
    onSettled: () => client.invalidateQueries({ queryKey: seatsQuery.queryKey }),
  });
}
