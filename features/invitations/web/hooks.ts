import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useJobsAgain } from "#features/jobs/web/hooks.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../staff-contract.ts";

/** The subject of the queries below. */
const invitationSubject = "invitations";

/** One page of those who were invited; the previous page stays on screen while the next one loads. */
export const invitationsQuery = (query: Input<typeof api.listInvitations>["query"]) =>
  queryOptions({
    queryKey: ["invitations", "list", query],
    queryFn: ({ signal }) => call(api.listInvitations, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(invitationSubject),
  });

/** What the person asking can give with an invitation. */
export const choicesQuery = queryOptions({
  queryKey: ["invitations", "choices"],
  queryFn: ({ signal }) => call(api.invitationChoices, undefined, { signal }),
});

function useChange<Sent, Answer>(send: (body: Sent) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => refetchWhatShows(client, invitationSubject) });
}

/** Invites addresses. */
export const useInvite = () => useChange((body: Input<typeof api.invite>["body"]) => call(api.invite, { body }));
/** Keeps a long list of addresses and says what inviting them would do. */
export const usePreview = () =>
  useMutation({ mutationFn: (body: Input<typeof api.previewInvitations>["body"]) => call(api.previewInvitations, { body }) });
/** Begins to invite a previewed list, as a job. */
export function useInviteList() {
  const client = useQueryClient();
  const again = useJobsAgain();
  return useMutation({
    mutationFn: (listId: number) => call(api.inviteList, { params: { listId } }),
    onSuccess: () => Promise.all([refetchWhatShows(client, jobsSubject), again()]),
  });
}
/** Sends invitations again. */
export const useResend = () => useChange((body: Input<typeof api.resendInvitations>["body"]) => call(api.resendInvitations, { body }));
/** Withdraws invitations. */
export const useWithdraw = () =>
  useChange((body: Input<typeof api.withdrawInvitations>["body"]) => call(api.withdrawInvitations, { body }));
