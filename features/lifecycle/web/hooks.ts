import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { useJobsAgain } from "#features/jobs/web/hooks.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import { recordsSubject } from "./records-subject.ts";

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

/** What an erasure of a person would do, and one that waits. */
export const erasureQuery = (userId: number) =>
  queryOptions({
    queryKey: ["lifecycle", "erasure", userId],
    queryFn: ({ signal }) => call(api.previewErasure, { params: { userId } }, { signal }),
    meta: shows(recordsSubject),
  });

/** Asks for an erasure. */
export function useAskErasure(userId: number) {
  const client = useQueryClient();
  const jobsAgain = useJobsAgain();
  return useMutation({
    mutationFn: (body: Input<typeof api.askErasure>["body"]) => call(api.askErasure, { params: { userId }, body }),
    onSuccess: () => Promise.all([refetchWhatShows(client, recordsSubject), jobsAgain()]),
  });
}

/** Cancels an erasure that waits. */
export function useCancelErasure(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.cancelErasure, { params: { userId } }),
    onSuccess: (shown) => client.setQueryData(erasureQuery(userId).queryKey, shown),
    onSettled: () => refetchWhatShows(client, recordsSubject),
  });
}

/** Begins an export of a person's data. */
export function useExportPerson(userId: number) {
  const jobsAgain = useJobsAgain();
  return useMutation({ mutationFn: () => call(api.exportPerson, { params: { userId } }), onSuccess: () => jobsAgain() });
}

/** People who may be the same person as one, or whom a search finds. */
export const likeQuery = (userId: number, q: string) =>
  queryOptions({
    queryKey: ["lifecycle", "like", userId, q],
    queryFn: ({ signal }) => call(api.listLike, { params: { userId }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(recordsSubject),
  });

/** Pairs of people who may be one. */
export const duplicatesQuery = queryOptions({
  queryKey: ["lifecycle", "duplicates"],
  queryFn: ({ signal }) => call(api.listDuplicates, undefined, { signal }),
  meta: shows(recordsSubject, jobsSubject),
});

/** What merging one person into another would move. */
export const mergeQuery = (userId: number, otherId: number) =>
  queryOptions({
    queryKey: ["lifecycle", "merge", userId, otherId],
    queryFn: ({ signal }) => call(api.previewMerge, { params: { userId, otherId } }, { signal }),
    meta: shows(recordsSubject),
  });

/** Merges one person into another. */
export function useMergePeople() {
  const client = useQueryClient();
  const jobsAgain = useJobsAgain();
  return useMutation({
    mutationFn: ({ keptId, goneId, ...body }: Input<typeof api.mergePeople>["body"] & { keptId: number; goneId: number }) =>
      call(api.mergePeople, { params: { userId: keptId, otherId: goneId }, body }),
    onSuccess: () => Promise.all([refetchWhatShows(client, recordsSubject), jobsAgain()]),
  });
}

/** Into whom somebody was merged. */
export const mergedQuery = (userId: number) =>
  queryOptions({
    queryKey: ["lifecycle", "merged", userId],
    queryFn: ({ signal }) => call(api.findMerged, { params: { userId } }, { signal }),
    retry: false,
  });
