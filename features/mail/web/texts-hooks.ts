import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../texts-contract.ts";
import { mailSubject } from "./hooks.ts";

type Params = Input<typeof api.getMailText>["params"];

/** What mail tells of, and in which languages with texts of the portal's own. */
export const textsQuery = queryOptions({
  queryKey: ["mail", "texts"],
  queryFn: ({ signal }) => call(api.listMailTexts, { query: {} }, { signal }),
  meta: shows(mailSubject),
});

/** One letter in one language. */
export const textQuery = (params: Params) =>
  queryOptions({
    queryKey: ["mail", "text", params],
    queryFn: ({ signal }) => call(api.getMailText, { params }, { signal }),
    meta: shows(mailSubject),
  });

/** Stores the portal's own text of a letter, or goes back to that of the product. */
export function useSaveText(params: Params) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.saveMailText>["body"]) => call(api.saveMailText, { params, body }),
    onSuccess: (saved) => {
      client.setQueryData(textQuery(params).queryKey, saved);
      return client.invalidateQueries({ queryKey: textsQuery.queryKey });
    },
  });
}

/** Makes a preview of a text. */
export const usePreviewText = (params: Params) =>
  useMutation({ mutationFn: (body: Input<typeof api.previewMailText>["body"]) => call(api.previewMailText, { params, body }) });

/** Sends a letter with a text to the person asking, as they or the named person would get it. */
export function useTestText(params: Params) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.testMailText>["body"]) => call(api.testMailText, { params, body }),
    onSettled: () => refetchWhatShows(client, mailSubject),
  });
}
