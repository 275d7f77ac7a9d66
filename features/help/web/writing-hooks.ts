import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import { useOptimisticChange } from "#platform/web/use-optimistic-change.ts";
import * as api from "../writing-contract.ts";
import { helpSubject } from "./hooks.ts";

const meta = shows(helpSubject);

/** What the portal has of its own in the help, with how many people each article helped. */
export const writingQuery = queryOptions({
  queryKey: ["help", "writing"],
  queryFn: ({ signal }) => call(api.listWriting, undefined, { signal }),
  staleTime: 0,
  meta,
});

/** What the portal has of its own in one article, to be changed. */
export const oneWritingQuery = (article: string) =>
  queryOptions({
    queryKey: ["help", "written", article],
    queryFn: ({ signal }) => call(api.getWriting, { params: { article } }, { signal }),
    // What is typed was begun on the revision that was opened.
    staleTime: Infinity,
    gcTime: 0,
  });

function useChange<Of, Done>(mutationFn: (of: Of) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchWhatShows(client, helpSubject) });
}

export const useSaveOverride = () =>
  useChange(({ article, ...body }: { article: string } & Input<typeof api.saveOverride>["body"]) =>
    call(api.saveOverride, { params: { article }, body }),
  );
export const useHideBuiltIn = () =>
  useChange(({ article, isHidden }: { article: string; isHidden: boolean }) =>
    call(api.hideBuiltIn, { params: { article }, body: { isHidden } }),
  );
export const useCreateArticle = () => useChange((body: Input<typeof api.createArticle>["body"]) => call(api.createArticle, { body }));
export const useSaveArticle = () =>
  useChange(({ articleId, ...body }: { articleId: number } & Input<typeof api.saveArticle>["body"]) =>
    call(api.saveArticle, { params: { articleId }, body }),
  );
export const useChangeArticle = () =>
  useChange(({ articleId, change }: { articleId: number; change: api.ArticleChange }) =>
    call(api.changeArticle, { params: { articleId }, body: { change } }),
  );

/** What was saved of an article. */
export const helpVersionsQuery = (article: string) =>
  queryOptions({
    queryKey: ["help", "versions", article],
    queryFn: ({ signal }) => call(api.listHelpVersions, { params: { article } }, { signal }),
    staleTime: 0,
    meta,
  });
/** One version of an article, which never changes. */
export const helpVersionQuery = (article: string, versionId: number) =>
  queryOptions({
    queryKey: ["help", "version", article, versionId],
    queryFn: ({ signal }) => call(api.getHelpVersion, { params: { article, versionId } }, { signal }),
    staleTime: Infinity,
  });
export const useRestoreVersion = () =>
  useChange(({ revision, ...params }: { article: string; versionId: number; revision: number }) =>
    call(api.restoreHelpVersion, { params, body: { revision } }),
  );

/** Puts the portal's own articles in an order, shown at once; the server's order comes back if it refuses. */
export function useOrderArticles() {
  const client = useQueryClient();
  const { queryKey } = writingQuery;
  return useOptimisticChange({
    queryKey,
    send: (ids: number[]) => call(api.orderArticles, { body: { ids } }),
    show: (ids) => {
      const place = ({ article }: api.WritingRow) => ids.indexOf(Number(article.slice("own-".length)));
      client.setQueryData(queryKey, (now) => now && { rows: now.rows.toSorted((a, b) => place(a) - place(b)) });
    },
    refetch: () => refetchWhatShows(client, helpSubject),
  });
}
