import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

const webhookSubject = "webhooks";
/** How often a list in which something waits asks again, in milliseconds. */
const lookMs = 3000;

/** The webhooks of the portal, and what they can take. */
export const webhooksQuery = queryOptions({
  queryKey: ["webhooks", "list"],
  queryFn: ({ signal }) => call(api.listWebhooks, undefined, { signal }),
  meta: shows(webhookSubject),
});

type ListQuery = Input<typeof api.listDeliveries>["query"];
/** One page of what was sent to a webhook; asked for again while something of it is about to be sent. */
export const deliveriesQuery = (webhookId: number, query: ListQuery) =>
  queryOptions({
    queryKey: ["webhooks", "deliveries", webhookId, query],
    queryFn: ({ signal }) => call(api.listDeliveries, { params: { webhookId }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some(({ state, attempts }) => state === "waiting" && attempts === 0) === true ? lookMs : false,
    meta: shows(webhookSubject),
  });

/** A change of webhooks or their deliveries; whatever shows them asks again. */
function useChange<Of, Done>(mutationFn: (of: Of) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchWhatShows(client, webhookSubject) });
}

export const useCreateWebhook = () => useChange((body: Input<typeof api.createWebhook>["body"]) => call(api.createWebhook, { body }));
export const useSaveWebhook = () => useChange((of: Input<typeof api.saveWebhook>) => call(api.saveWebhook, of));
export const useRemoveWebhook = () => useChange((webhookId: number) => call(api.removeWebhook, { params: { webhookId } }));
export const useTestWebhook = () => useChange((webhookId: number) => call(api.testWebhook, { params: { webhookId } }));
/** Gives a webhook another secret, which only this answer has. */
export const useRenewWebhookSecret = () => useChange((webhookId: number) => call(api.renewWebhookSecret, { params: { webhookId } }));
export const useRepeatDelivery = () =>
  useChange((params: Input<typeof api.repeatDelivery>["params"]) => call(api.repeatDelivery, { params }));
