import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** What changes when a portal's help is written. */
export const helpSubject = "help";
/** Asked anew each time that the help is opened: what an admin changed is there at once. */
const anew = { staleTime: 0, meta: shows(helpSubject) };

/** What the portal's help differs in from the built-in one. locale: of the screen. */
export const helpQuery = (locale: string) =>
  queryOptions({ queryKey: ["help", "list", locale], queryFn: ({ signal }) => call(api.listHelp, undefined, { signal }), ...anew });

/** What the portal says in an article, and what the person answered about it. */
export const articleQuery = (article: string, locale: string) =>
  queryOptions({
    queryKey: ["help", "one", article, locale],
    queryFn: ({ signal }) => call(api.getHelp, { params: { article } }, { signal }),
    ...anew,
  });

/** Says whether an article helped. */
export function useAnswerHelp(article: string, locale: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (helped: boolean) => call(api.answerHelp, { params: { article }, body: { helped } }),
    onSuccess: ({ helped }) => client.setQueryData(articleQuery(article, locale).queryKey, (now) => now && { ...now, helped }),
  });
}
