import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { refreshEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { useOptimisticChange } from "#platform/web/use-optimistic-change.ts";
import * as api from "../contract.ts";

/** The quick links of the portal in their order. */
export const quickLinksQuery = queryOptions({
  queryKey: ["quick-links"],
  queryFn: ({ signal }) => call(api.listQuickLinks, undefined, { signal }),
});

/** Whom a condition would reach. */
export const tryQuickLinkQuery = (condition: Input<typeof api.tryQuickLinkAudience>["body"]["condition"]) =>
  queryOptions({
    queryKey: ["quick-links-try", condition],
    queryFn: ({ signal }) => call(api.tryQuickLinkAudience, { body: { condition } }, { signal }),
    placeholderData: keepPreviousData,
  });

const refetch = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: quickLinksQuery.queryKey }), refreshEnvironment(client)]);

/** A change of quick links; the list is fetched again, and the environment: who changes them sees them too. */
function useChange<Of, Done>(mutationFn: (of: Of) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetch(client) });
}

export const useCreateQuickLink = () => useChange((body: Input<typeof api.createQuickLink>["body"]) => call(api.createQuickLink, { body }));
export const useSaveQuickLink = () => useChange((of: Input<typeof api.saveQuickLink>) => call(api.saveQuickLink, of));
export const useChangeQuickLink = () =>
  useChange(({ id, change }: { id: number; change: api.QuickLinkChange }) =>
    call(api.changeQuickLink, { params: { linkId: id }, body: { change } }),
  );

/** Gives a signed link another secret, which only this answer has. */
export const useRenewSecret = () => useChange((linkId: number) => call(api.renewLinkSecret, { params: { linkId } }));

/** Asks whether a link leads somewhere; what came of it stands in the list at once. */
export function useCheckQuickLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkId: number) => call(api.checkQuickLink, { params: { linkId } }),
    onSuccess: (checked) =>
      client.setQueryData(
        quickLinksQuery.queryKey,
        (now) => now && { rows: now.rows.map((link) => (link.id === checked.id ? { ...link, health: checked.health } : link)) },
      ),
  });
}

/** Puts the quick links in an order, shown at once; the server's order comes back if it refuses. */
export function useOrderQuickLinks() {
  const client = useQueryClient();
  const { queryKey } = quickLinksQuery;
  return useOptimisticChange({
    queryKey,
    send: (ids: number[]) => call(api.orderQuickLinks, { body: { ids } }),
    show: (ids) =>
      client.setQueryData(queryKey, (now) => now && { rows: now.rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }),
    refetch: () => refetch(client),
  });
}
