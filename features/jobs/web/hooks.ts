import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call, CallError } from "#platform/call.ts";
import type { Endpoint, Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import { toast } from "#ui/toast.ts";
import * as api from "../contract.ts";
import { jobsSubject } from "./job-subject.ts";

/** The subject of the queries below. */
const ownJobs = "jobs";
/** How often unfinished jobs are asked for while nothing is heard, in milliseconds. */
const askEveryMs = 15_000;
export const isUnfinished = ({ state }: Pick<api.Job, "state">) => state === "queued" || state === "running";

/** What the tray shows. */
export const trayQuery = queryOptions({
  queryKey: ["jobs", "tray"],
  queryFn: ({ signal }) => call(api.trayJobs, undefined, { signal, isQuiet: true }),
  meta: shows(ownJobs),
  refetchInterval: ({ state }) => (state.data?.jobs.some(isUnfinished) ? askEveryMs : false),
});

/** One page of one's own jobs. */
export const jobsQuery = (query: Input<typeof api.listJobs>["query"]) =>
  queryOptions({
    queryKey: ["jobs", "list", query],
    queryFn: ({ signal }) => call(query.whose === undefined ? api.listJobs : api.listOverseen, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(ownJobs),
  });

/** One job. */
export const jobQuery = (jobId: number) =>
  queryOptions({
    queryKey: ["jobs", "one", jobId],
    queryFn: ({ signal }) => call(api.getJob, { params: { jobId } }, { signal }),
    meta: shows(ownJobs),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? askEveryMs : false),
  });

/** Asks again for everything about jobs. */
export const useJobsAgain = () => {
  const client = useQueryClient();
  return useCallback(() => refetchWhatShows(client, ownJobs), [client]);
};

type Change = Endpoint & { readonly response: typeof api.Job };
function useChange<E extends Change>(endpoint: E, failed: string, done?: (job: api.Job) => void) {
  const again = useJobsAgain();
  return useMutation({
    mutationFn: (jobId: number): Promise<api.Job> => call(endpoint as Change, { params: { jobId } } as never) as Promise<api.Job>,
    onSuccess: done,
    onError: (error) => toast({ tone: "danger", title: failed, ...(error instanceof CallError && { message: error.message }) }),
    onSettled: again,
  });
}

/** Cancels a job of one's own. */
export function useCancelJob() {
  const { t } = useLingui();
  return useChange(api.cancelJob, t`The job could not be cancelled`);
}

/** Queues a failed or cancelled job again. */
export function useRetryJob() {
  const { t } = useLingui();
  return useChange(api.retryJob, t`The job could not be started again`);
}

/** Takes a finished job out of the tray. */
export function usePutAwayJob() {
  const { t } = useLingui();
  return useChange(api.putAwayJob, t`The job could not be put away`);
}

/** Undoes a job, and says what came of it. */
export function useUndoJob() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useChange(api.undoJob, t`This could not be undone`, (job) => {
    if (isUnfinished(job)) toast({ title: job.title, message: t`It goes on in the background.` });
    else toast({ tone: "success", title: job.title, message: job.facts.map(({ label, value }) => `${label}: ${value}`).join(" · ") });
    void refetchWhatShows(client, jobsSubject);
  });
}
