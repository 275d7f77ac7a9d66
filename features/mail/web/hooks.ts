import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** The subject of the queries below. */
export const mailSubject = "mail";

/** One page of the portal's messages; the previous page stays on screen while the next one loads. */
export const mailQuery = (query: Input<typeof api.listMail>["query"]) =>
  queryOptions({
    queryKey: ["mail", "list", query],
    queryFn: ({ signal }) => call(api.listMail, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(mailSubject),
  });

/** One message. */
export const messageQuery = (messageId: number) =>
  queryOptions({
    queryKey: ["mail", "one", messageId],
    queryFn: ({ signal }) => call(api.getMail, { params: { messageId } }, { signal }),
    meta: shows(mailSubject),
  });

/** Sends a message once more. */
export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => call(api.sendMailAgain, { params: { messageId } }),
    onSettled: () => refetchWhatShows(client, mailSubject),
  });
}
