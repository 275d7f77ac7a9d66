import { useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, CallError } from "#platform/call.ts";
import type { Input, Result } from "#platform/contract.ts";
import { toast } from "#ui/toast.ts";
import * as api from "../contract.ts";
import { useShowUnread } from "./use-live-notifications.ts";

/** The newest things that the person was told. */
export const notificationsQuery = queryOptions({
  queryKey: ["notifications", "list"],
  queryFn: ({ signal }) => call(api.listNotifications, undefined, { signal }),
});

type Read = Input<typeof api.readNotifications>["body"];

/** The list with one of them read, or all. */
function readIn(known: Result<typeof api.listNotifications>, which: Read) {
  if ("upTo" in which) return { rows: known.rows.map((row) => ({ ...row, isRead: true })), unread: 0 };
  const isNew = known.rows.some(({ id, isRead }) => id === which.id && !isRead);
  return { rows: known.rows.map((row) => (row.id === which.id ? { ...row, isRead: true } : row)), unread: known.unread - (isNew ? 1 : 0) };
}

/** Marks one as read, or all that are shown; at once here, and as it was again where the server refuses. */
export function useMarkRead() {
  const { t } = useLingui();
  const client = useQueryClient();
  const showUnread = useShowUnread();
  return useMutation({
    mutationFn: (body: Read) => call(api.readNotifications, { body }),
    onMutate: (which) => client.setQueryData(notificationsQuery.queryKey, (known) => known && readIn(known, which)),
    onSuccess: ({ unread }) => {
      client.setQueryData(notificationsQuery.queryKey, (known) => known && { ...known, unread });
      showUnread(unread);
    },
    onError: (error) => {
      toast({ tone: "danger", title: t`It was not marked as read`, ...(error instanceof CallError && { message: error.message }) });
      return client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    },
  });
}

/** How the person is told of each event by mail. */
export const preferencesQuery = queryOptions({
  queryKey: ["notifications", "preferences"],
  queryFn: ({ signal }) => call(api.listPreferences, undefined, { signal }),
});

/** Chooses how the person is told of some events. */
export function useSavePreferences() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: api.MailChoices) => call(api.savePreferences, { body: { choices } }),
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
    onError: (error) =>
      toast({ tone: "danger", title: t`Your choices were not saved`, ...(error instanceof CallError && { message: error.message }) }),
  });
}
