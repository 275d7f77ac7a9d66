import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { aboutQuery } from "#features/portal/web/about-query.ts";
import type { PublicPage } from "#features/portal/about-contract.ts";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";
import type { Page, WrittenPage } from "../contract.ts";

export const pagesQuery = queryOptions({
  queryKey: ["pages"],
  queryFn: ({ signal }) => call(api.listPages, undefined, { signal }),
});

function usePageChange<Asked>(mutationFn: (asked: Asked) => Promise<Page>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (next) =>
      client.setQueryData(
        pagesQuery.queryKey,
        (known) => known && { rows: known.rows.map((one) => (one.page === next.page ? next : one)) },
      ),
    // Who writes the page reads it too.
    onSettled: () => client.invalidateQueries({ queryKey: aboutQuery.queryKey }),
  });
}

export const useSaveDraft = (page: PublicPage) =>
  usePageChange((body: { revision: number; content: WrittenPage }) => call(api.saveDraft, { params: { page }, body }));
export const useDiscardDraft = (page: PublicPage) =>
  usePageChange((revision: number) => call(api.discardDraft, { params: { page }, body: { revision } }));
export const usePublishPage = (page: PublicPage) =>
  usePageChange((revision: number) => call(api.publishPage, { params: { page }, body: { revision } }));
export const useRestoreVersion = (page: PublicPage) =>
  usePageChange(({ number, revision }: { number: number; revision: number }) =>
    call(api.restoreVersion, { params: { page, number }, body: { revision } }),
  );
