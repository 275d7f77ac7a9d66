import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../overrides-contract.ts";
import type { OverrideKind } from "../overrides-contract.ts";
import { mailSubject } from "./hooks.ts";

/** The courses and groups that are told of an event in another way, and on which days it is told. */
export const overridesQuery = (event: string) =>
  queryOptions({
    queryKey: ["mail", "overrides", event],
    queryFn: ({ signal }) => call(api.listOverrides, { params: { event } }, { signal }),
    meta: shows(mailSubject),
  });

/** Courses or groups with these words in their name. */
export const overridableQuery = (event: string, kind: OverrideKind, q: string) =>
  queryOptions({
    queryKey: ["mail", "overridable", event, kind, q],
    queryFn: ({ signal }) => call(api.findOverridable, { params: { event }, query: { kind, ...(q && { q }) } }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(mailSubject),
  });

type OfText = Input<typeof api.getOverrideText>["params"];

/** The letter of a course or a group in one language. What changes it writes it here; asked for again after it was removed, it would be shown as missing before the screen is left. */
export const overrideTextQuery = (params: OfText) =>
  queryOptions({
    queryKey: ["mail", "override", params],
    queryFn: ({ signal }) => call(api.getOverrideText, { params }, { signal }),
  });

/** Lets a course or a group be told in another way. */
export function useAddOverride(event: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.addOverride>["body"]) => call(api.addOverride, { params: { event }, body }),
    onSuccess: () => refetchWhatShows(client, mailSubject),
  });
}

/** Sets on which days the portal tells of an event. */
export function useSaveTiming(event: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (days: number[] | null) => call(api.saveTiming, { params: { event }, body: { days } }),
    onSuccess: (saved) => client.setQueryData(overridesQuery(event).queryKey, saved),
  });
}

/** Sets whether and when a course or a group is told. */
export function useSaveOverride(params: OfText) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.saveOverride>["body"]) =>
      call(api.saveOverride, { params: { overrideId: params.overrideId }, body }),
    onSuccess: (override) => {
      client.setQueryData(overrideTextQuery(params).queryKey, (shown) => shown && { ...shown, override });
      return refetchWhatShows(client, mailSubject);
    },
  });
}

/** Removes all that a course or a group has of its own. */
export function useRemoveOverride(overrideId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.removeOverride, { params: { overrideId } }),
    onSuccess: () => refetchWhatShows(client, mailSubject),
  });
}

/** Stores the text of a letter for a course or a group. */
export function useSaveOverrideText(params: OfText) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.saveOverrideText>["body"]) => call(api.saveOverrideText, { params, body }),
    onSuccess: (saved) => {
      client.setQueryData(overrideTextQuery(params).queryKey, saved);
      return refetchWhatShows(client, mailSubject);
    },
  });
}
