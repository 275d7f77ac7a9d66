import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../person-contract.ts";

/** What is shown of people one by one; a change of one asks for all of it again. */
export const personSubject = "person";

export const personQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "profile", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(api.getPerson, { params: { userId } }, { signal }),
  });

export const personEnrolmentsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "enrolments", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(api.listPersonEnrolments, { params: { userId } }, { signal }),
  });

/** Saves names and email of a person. */
export function useSavePerson(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.savePerson>["body"]) => call(api.savePerson, { params: { userId }, body }),
    onSuccess: (saved) => client.setQueryData(personQuery(userId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}
