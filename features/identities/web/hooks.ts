import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { personSubject } from "#features/people/web/person-hooks.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** A person's account over all portals. */
export const identityQuery = (userId: number) =>
  queryOptions({
    queryKey: ["identity", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(api.getIdentity, { params: { userId } }, { signal }),
  });

/** Keeps the account that a change answers with, and asks again for all that shows the person. */
function useKept(userId: number) {
  const client = useQueryClient();
  return {
    onSuccess: (saved: api.Identity) => client.setQueryData(identityQuery(userId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, personSubject),
  };
}

/** Saves names and email for all portals. */
export const useSaveIdentity = (userId: number) =>
  useMutation({
    mutationFn: (body: Input<typeof api.saveIdentity>["body"]) => call(api.saveIdentity, { params: { userId }, body }),
    ...useKept(userId),
  });

/** Makes the person a member of one more portal. */
export const useJoinPortal = (userId: number) =>
  useMutation({
    mutationFn: (portalId: number) => call(api.joinPortal, { params: { userId }, body: { portalId } }),
    ...useKept(userId),
  });

/** Deactivates the person in a portal, or brings them back. */
export const useSetMembershipStatus = (userId: number, portalId: number) =>
  useMutation({
    mutationFn: (body: Input<typeof api.setMembershipStatus>["body"]) =>
      call(api.setMembershipStatus, { params: { userId, portalId }, body }),
    ...useKept(userId),
  });

/** Signs the person out of every portal. */
export function useEndAllSessions(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.endAllSessions, { params: { userId } }),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}
