import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** What is shown of searches in vain. */
const unfoundSubject = "searches-unfound";

/** The words that mean the same. */
export const synonymsQuery = queryOptions({
  queryKey: ["searches", "synonyms"],
  queryFn: ({ signal }) => call(api.getSynonyms, undefined, { signal }),
});

/** One page of the searches that found nothing; the previous page stays on screen while the next one loads. */
export const unfoundQuery = (query: Input<typeof api.listUnfound>["query"]) =>
  queryOptions({
    queryKey: ["searches", "unfound", query],
    queryFn: ({ signal }) => call(api.listUnfound, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(unfoundSubject),
  });

/** Sets the words that mean the same; what shows courses is asked again. */
export function useSaveSynonyms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.saveSynonyms>["body"]) => call(api.saveSynonyms, { body }),
    onSuccess(saved) {
      client.setQueryData(synonymsQuery.queryKey, saved);
      refetchWhatShows(client, courseSubject);
    },
  });
}

/** Takes words out of the list. */
export function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) => call(api.forgetUnfound, { body: { words } }),
    onSettled: () => refetchWhatShows(client, unfoundSubject),
  });
}
