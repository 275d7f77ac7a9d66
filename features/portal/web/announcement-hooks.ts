import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#platform/call.ts";
import * as api from "../announcements-contract.ts";

/** What the portal tells the person signed in now. */
export const myAnnouncementsQuery = queryOptions({
  queryKey: ["announcements", "mine"],
  queryFn: ({ signal }) => call(api.myAnnouncements, undefined, { signal }),
  staleTime: 0,
});

/** Says that an announcement was read. */
export function useConfirm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, key }: api.MyAnnouncement) => call(api.confirmAnnouncement, { params: { announcementId: id }, body: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: myAnnouncementsQuery.queryKey }),
  });
}

/** Keeps on the server that announcements were opened, also when the page ends in the same moment. When that fails they count as unread next time. */
export function useKeptAsRead(rows: readonly api.MyAnnouncement[] | undefined) {
  const unread = (rows ?? []).filter(({ id, isRead }) => !isRead && id !== api.systemAnnouncementId).map(({ id }) => id);
  const ids = unread.join(",");
  useEffect(() => {
    if (ids === "") return;
    void call(api.markAnnouncementsRead, { body: { ids: ids.split(",").map(Number) } }, { keepalive: true }).catch(() => undefined);
  }, [ids]);
}
