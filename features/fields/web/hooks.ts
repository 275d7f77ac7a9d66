import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useJobsAgain } from "#features/jobs/web/hooks.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import { useOptimisticChange } from "#platform/web/use-optimistic-change.ts";
import * as api from "../contract.ts";
import type { Subject } from "../definition.ts";
import { leaveField, offerField, takeField } from "../shared-contract.ts";

/** The fields of the portal of a subject, with the numbers of people or courses that have a value. */
export const fieldsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ["fields", "defined", subject],
    meta: shows(jobsSubject),
    queryFn: ({ signal }) => call(api.listFields, { query: { subject } }, { signal }),
  });

const ofEverySubject = fieldsQuery("person").queryKey.slice(0, 2);

/** A change of fields or their lists; what shows them is fetched again. */
function useChange<Of, Reply>(mutationFn: (of: Of) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ofEverySubject }) });
}

/** A change that is a job where it is about many: the tray shows that one at once. */
function useChangeOrJob<Of, Reply extends { readonly jobId: number | null }>(send: (of: Of) => Promise<Reply>) {
  const again = useJobsAgain();
  return useChange(async (of: Of) => {
    const reply = await send(of);
    if (reply.jobId !== null) void again();
    return reply;
  });
}

export const useCreateField = () => useChange((body: Input<typeof api.createField>["body"]) => call(api.createField, { body }));
export const useSaveField = () => useChange((of: Input<typeof api.saveField>) => call(api.saveField, of));
export const useRetireField = () => useChange((of: Input<typeof api.retireField>) => call(api.retireField, of));
export const useAddOptions = () => useChange((of: Input<typeof api.addOptions>) => call(api.addOptions, of));
export const useSaveOption = () => useChange((of: Input<typeof api.saveOption>) => call(api.saveOption, of));
export const useMergeOptions = () => useChangeOrJob((of: Input<typeof api.mergeOptions>) => call(api.mergeOptions, of));
export const useUndoMerge = () => useChangeOrJob((of: Input<typeof api.undoMerge>) => call(api.undoMerge, of));
export const useOrderOptions = () => useChange((of: Input<typeof api.orderOptions>) => call(api.orderOptions, of));

export const useTakeField = () => useChange((sharedId: number) => call(takeField, { params: { sharedId } }));
export const useLeaveField = () => useChange((fieldId: number) => call(leaveField, { params: { fieldId } }));
export const useOfferField = () => useChange((of: Input<typeof offerField>) => call(offerField, of));

/** Puts the fields in an order, shown at once; the server's order comes back if it refuses. */
export function useOrderFields(subject: Subject) {
  const { queryKey } = fieldsQuery(subject);
  const client = useQueryClient();
  return useOptimisticChange({
    queryKey,
    send: (ids: number[]) => call(api.orderFields, { body: { ids } }),
    show: (ids) =>
      client.setQueryData(queryKey, (now) => {
        if (!now) return now;
        const place = new Map(ids.map((id, index) => [id, index]));
        return { ...now, fields: now.fields.toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0) };
      }),
    refetch: () => client.invalidateQueries({ queryKey }),
  });
}
