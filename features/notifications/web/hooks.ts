import { useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, CallError } from "#platform/call.ts";
import { toast } from "#ui/toast.ts";
import * as api from "../contract.ts";
import type { MailChoice } from "../event.ts";

/** How the person is told of each event by mail. */
export const preferencesQuery = queryOptions({
  queryKey: ["notifications", "preferences"],
  queryFn: ({ signal }) => call(api.listPreferences, undefined, { signal }),
});

/** Chooses how the person is told of an event. */
export function useSavePreference() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { event: string; mail: MailChoice }) => call(api.savePreference, { body }),
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
    onError: (error) =>
      toast({ tone: "danger", title: t`Your choice was not saved`, ...(error instanceof CallError && { message: error.message }) }),
  });
}
