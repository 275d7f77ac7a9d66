import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useJobsAgain } from "#features/jobs/web/hooks.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import type { Effects } from "../effects/effects.ts";

/** What is shown of codes; a change of one, and a job that ends, ask for all of it again. */
const codesSubject = "codes";
const meta = shows(codesSubject, jobsSubject);

/** A page of the codes; the previous page stays on screen while the next one loads. */
export const codesQuery = (query: Input<typeof api.listCodes>["query"]) =>
  queryOptions({
    queryKey: ["codes", "list", query],
    queryFn: ({ signal }) => call(api.listCodes, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** One code. */
export const codeQuery = (codeId: number) =>
  queryOptions({
    queryKey: ["codes", "one", codeId],
    queryFn: ({ signal }) => call(api.getCode, { params: { codeId } }, { signal }),
    meta,
  });

/** What the person asking can give by codes. */
export const choicesQuery = queryOptions({
  queryKey: ["codes", "choices"],
  queryFn: ({ signal }) => call(api.codeChoices, undefined, { signal }),
});

/** What somebody gets by effects that are being chosen. */
export const previewQuery = (effects: Effects) =>
  queryOptions({
    queryKey: ["codes", "preview", effects],
    queryFn: ({ signal }) => call(api.previewEffects, { body: { effects } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

/** A page of the codes of a batch. */
export const wordsQuery = (codeId: number, query: Input<typeof api.listCodeWords>["query"]) =>
  queryOptions({
    queryKey: ["codes", "words", codeId, query],
    queryFn: ({ signal }) => call(api.listCodeWords, { params: { codeId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** A page of who used a code. */
export const usesQuery = (codeId: number, query: Input<typeof api.listCodeUses>["query"]) =>
  queryOptions({
    queryKey: ["codes", "uses", codeId, query],
    queryFn: ({ signal }) => call(api.listCodeUses, { params: { codeId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

function useCodeChange<Asked, Answer>(mutationFn: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  const jobsAgain = useJobsAgain();
  return useMutation({
    mutationFn,
    // A large batch and many uses are jobs, which the tray shows.
    onSettled: () => Promise.all([refetchWhatShows(client, codesSubject), jobsAgain()]),
  });
}

export const useCreateCode = () => useCodeChange((body: Input<typeof api.createCode>["body"]) => call(api.createCode, { body }));
export const useSaveCode = (codeId: number) =>
  useCodeChange((body: Input<typeof api.saveCode>["body"]) => call(api.saveCode, { params: { codeId }, body }));
export const useSetState = (codeId: number) =>
  useCodeChange((state: "active" | "paused") => call(api.setCodeState, { params: { codeId }, body: { state } }));
export const useRevoke = (codeId: number) => useCodeChange((undo: boolean) => call(api.revokeCode, { params: { codeId }, body: { undo } }));
