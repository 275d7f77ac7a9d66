import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#platform/call.ts";
import { openDraft } from "../contract.ts";

/** What somebody works on here is fetched when the screen opens, and again where a part of it says so. */
const worked = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false, refetchOnWindowFocus: false } as const;

/** The draft of an online course without the blocks of its pages. */
export const draftQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["editor", "draft", courseId],
    queryFn: ({ signal }) => call(openDraft, { params: { courseId } }, { signal }),
    refetchOnMount: "always",
    ...worked,
  });

/** Returns a function that fetches the draft again and gives it: after publishing, restoring, or saving the course's fields. */
export function useRenewDraft(courseId: number) {
  const client = useQueryClient();
  return useMemo(() => () => client.fetchQuery({ ...draftQuery(courseId), staleTime: 0 }), [client, courseId]);
}
