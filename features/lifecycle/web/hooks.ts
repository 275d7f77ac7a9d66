import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** The newest export of one's own data. */
export const dataExportQuery = queryOptions({
  queryKey: ["lifecycle", "export"],
  queryFn: ({ signal }) => call(api.getDataExport, undefined, { signal }),
  meta: shows(jobsSubject),
});

/** Begins an export of one's own data. */
export function useStartDataExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.startDataExport),
    onSuccess: (started) => client.setQueryData(dataExportQuery.queryKey, started),
  });
}
