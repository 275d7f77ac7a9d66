import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../queue-contract.ts";

/** The subject of the queries below. */
export const registrationSubject = "registration";

/** One page of those who registered; the previous page stays on screen while the next one loads. */
export const registrationsQuery = (query: Input<typeof api.listRegistrations>["query"]) =>
  queryOptions({
    queryKey: ["registration", "list", query],
    queryFn: ({ signal }) => call(api.listRegistrations, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(registrationSubject),
  });

/** How the portal takes registrations. */
export const registrationSettingsQuery = queryOptions({
  queryKey: ["registration", "settings"],
  queryFn: ({ signal }) => call(api.getRegistrationSettings, undefined, { signal }),
  meta: shows(registrationSubject),
});

/** Lets people in, or declines them. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.decideRegistrations>["body"]) => call(api.decideRegistrations, { body }),
    onSettled: () => refetchWhatShows(client, registrationSubject),
  });
}

/** Changes how the portal takes registrations. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.saveRegistrationSettings>["body"]) => call(api.saveRegistrationSettings, { body }),
    onSettled: () => refetchWhatShows(client, registrationSubject),
  });
}
