import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import * as api from "../contract.ts";

/** What an assessor signs for a person. */
export const signOffsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["signOffs", userId],
    meta: shows(standingSubject),
    queryFn: ({ signal }) => call(api.listSignOffs, { params: { userId } }, { signal }),
  });

/** Records what an assessor decided; what shows how people stand is asked for again, also after a refusal. */
export function useDecideSignOff(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.decideSignOff>["body"]) => call(api.decideSignOff, { params: { userId }, body }),
    onSuccess: (rows) => client.setQueryData(signOffsQuery(userId).queryKey, rows),
    onSettled: () => refetchWhatShows(client, standingSubject),
  });
}
