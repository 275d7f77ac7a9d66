import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, CallError } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import { toast } from "#ui/toast.ts";
import { checkMailDomain } from "../domain-contract.ts";
import * as api from "../settings-contract.ts";
import type { MailSettings, ServerTerms } from "../settings-contract.ts";
import { mailSubject } from "./hooks.ts";

/** How the portal sends mail. */
export const settingsQuery = queryOptions({
  queryKey: ["mail", "settings"],
  queryFn: ({ signal }) => call(api.getMailSettings, undefined, { signal }),
  meta: shows(mailSubject),
});

/** Stores how the portal sends mail. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MailSettings) => call(api.saveMailSettings, { body }),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  });
}

/** Sends a message to the person asking. */
export function useSendTest() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.sendTestMail),
    onSuccess: ({ address }) =>
      toast({
        tone: "success",
        title: t`A test message is on its way`,
        message: t`It goes to ${address}. What becomes of it is in the log of mail.`,
      }),
    onError: (error) => toast({ tone: "danger", title: t`No test message was sent`, message: error.message }),
    onSettled: () => refetchWhatShows(client, mailSubject),
  });
}

/** Sends a message to the person asking through a mail server, which need not be kept yet. */
export const useTestServer = () =>
  useMutation({ mutationFn: (body: Input<typeof api.testMailServer>["body"]) => call(api.testMailServer, { body }) });

/** Keeps a mail server of the portal's own. */
export function useSaveServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ServerTerms) => call(api.saveMailServer, { body }),
    onSuccess: () => refetchWhatShows(client, mailSubject),
  });
}

/** Removes the portal's own mail server. */
export function useRemoveServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.removeMailServer),
    onSuccess: () => refetchWhatShows(client, mailSubject),
  });
}

/** Asks the name servers about the domain that mail comes from; selector: empty where DKIM is not to be asked for. */
export const useCheckDomain = () => useMutation({ mutationFn: (selector: string) => call(checkMailDomain, { body: { selector } }) });

/** One page of the blacklist; the previous page stays on screen while the next one loads. */
export const blackListQuery = (query: Input<typeof api.listBlackList>["query"]) =>
  queryOptions({
    queryKey: ["mail", "blackList", query],
    queryFn: ({ signal }) => call(api.listBlackList, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(mailSubject),
  });

/** Puts an address on the blacklist. */
export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.blockAddress>["body"]) => call(api.blockAddress, { body }),
    onSuccess: () => refetchWhatShows(client, mailSubject),
  });
}

/** Takes an address off the blacklist. */
export function useUnblock() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => call(api.unblockAddress, { body: { address } }),
    onSuccess: ({ address }) => {
      toast({ tone: "success", title: t`Mail goes to ${address} again` });
      return refetchWhatShows(client, mailSubject);
    },
    onError: (error) =>
      toast({ tone: "danger", title: t`The address is still on the list`, ...(error instanceof CallError && { message: error.message }) }),
  });
}
